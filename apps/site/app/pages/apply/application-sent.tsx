import { useState } from 'react'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ifAllowed } from '#app/if-allowed.ts'
import { FormSent } from '#app/form-parts/form-parts.tsx'
import type { Sent } from '#app/form-parts/use-form.ts'
import { ShareInternship } from '#app/share/share-internship.tsx'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import formWords from '@naic/content/en/application-form.json' with { type: 'json' }
import words from '@naic/content/en/application-sent.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button, ButtonLink } from '@naic/ui/button.tsx'
import { Notice } from '@naic/ui/notice.tsx'
import { useBrowserValue } from '@naic/ui/use-browser-value.ts'
import { findInternship } from './chosen-internship.tsx'

/** Takes the form's place for good; the way back is to leave the page. */
export function ApplicationSent({ sent }: { sent: Sent }) {
  const internship = findInternship(sent.values['internship'])
  const about = internship && (
    <p>
      {words.internship} <strong>{`${internship.title}, ${internship.duration}`}</strong>
    </p>
  )
  return (
    <FormSent sent={sent} says={words} about={about}>
      <ProgrammeFacts
        payment
        duration={internship?.duration}
        className="border-hairline w-full max-w-text rounded-lg border p-4 text-left"
      />
      <div className="flex flex-wrap justify-center gap-4">
        <ButtonLink href="/" look="outline">
          {words.home}
        </ButtonLink>
        <ButtonLink href="/internships" look="outline">
          {words.more}
        </ButtonLink>
      </div>
      <div>
        <p>{words.tellAFriend}</p>
        <div className="flex flex-wrap justify-center gap-x-6">
          <ShareInternship
            internship={internship}
            className="inline-flex min-h-12 items-center gap-2 font-semibold hover:underline"
          />
        </div>
      </div>
    </FormSent>
  )
}

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
        {fill(formWords.sentBefore.text, { time: new Date(at).toLocaleString('en-IN', format) })}{' '}
        <strong>{what}</strong>
      </p>
      <p>{formWords.sentBefore.again}</p>
      <Button type="button" look="outline" onClick={hide} className="justify-self-start">
        {formWords.sentBefore.hide}
      </Button>
    </Notice>
  )
}

const format = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const

const read = () => ifAllowed(() => sessionStorage.getItem(sentKey)) ?? null
