import { useState } from 'react'
import { ifAllowed } from '#app/form-parts/form-draft.ts'
import type { Sent } from '#app/form-parts/use-form.ts'
import { useBrowserValue } from '@naic/ui/use-browser-value.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import words from '@naic/content/en/application-form.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { Notice } from '@naic/ui/notice.tsx'
import { findInternship } from './chosen-internship.tsx'

/** Kept in the tab's own storage, and nothing else of what was sent. */
const sentKey = 'application-sent'

export function rememberSent({ id, values }: Sent): void {
  const what = [id && referenceOf(id), findInternship(values['internship'])?.title]
  const sent = { what: what.filter(Boolean).join(', '), at: Date.now() }
  ifAllowed(() => sessionStorage.setItem(sentKey, JSON.stringify(sent)))
}

/** For somebody who comes back to the form and wonders if the first one was sent. */
export function SentBefore() {
  const stored = useBrowserValue(read, null)
  const [isHidden, setHidden] = useState(false)
  if (!stored || isHidden) return null
  const { what, at } = JSON.parse(stored) as { what: string; at: number }

  function hide() {
    ifAllowed(() => sessionStorage.removeItem(sentKey))
    setHidden(true)
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <Notice>
      <p>
        {fill(words.sentBefore.text, { time: new Date(at).toLocaleString('en-IN', format) })}{' '}
        <strong>{what}</strong>
      </p>
      <p>{words.sentBefore.again}</p>
      <Button type="button" look="outline" onClick={hide} className="justify-self-start">
        {words.sentBefore.hide}
      </Button>
    </Notice>
  )
}

const format = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const

const read = () => ifAllowed(() => sessionStorage.getItem(sentKey)) ?? null
