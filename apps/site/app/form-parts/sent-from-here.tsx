import { useState } from 'react'
import { ifAllowed } from '#app/if-allowed.ts'
import words from '@naic/content/en/sent-from-here.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { Notice } from '@naic/ui/notice.tsx'
import { useBrowserValue } from '@naic/ui/use-browser-value.ts'

/**
 * Applications that were sent from this device: kept on it and nowhere else, and nothing more of what was sent.
 * Whoever shares a phone forgets them with one tap.
 */

type SentApplication = {
  /** Such as "NAIC-7F3K-92QD". */
  reference: string
  /** Of the internship, if one was named. */
  title?: string | undefined
  /** Milliseconds since 1970. */
  at: number
}

const key = 'sent-applications'
const mostKept = 10

export function keepSent(sent: SentApplication): void {
  const others = keptIn(read()).filter(({ reference }) => reference !== sent.reference)
  ifAllowed(() => localStorage.setItem(key, JSON.stringify([sent, ...others].slice(0, mostKept))))
}

const read = () => ifAllowed(() => localStorage.getItem(key)) ?? ''

/** @returns the newest first; none if the storage has anything else. */
function keptIn(stored: string): SentApplication[] {
  const kept: unknown = ifAllowed(() => JSON.parse(stored))
  return Array.isArray(kept) ? kept.filter((one) => typeof one?.reference === 'string') : []
}

type Props = {
  /** What it is good to know here. */
  text?: string
  /** Called by who wants to write about one. */
  onWrite?: (reference: string) => void
}

/** For somebody who comes back, and wonders if it was sent or looks for the reference. */
export function SentFromHere({ text, onWrite }: Props) {
  const kept = keptIn(useBrowserValue(read, ''))
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten)
    return (
      <p role="status" className="text-ink-soft">
        {words.forgotten}
      </p>
    )
  if (kept.length === 0) return null
  return (
    <Notice title={words.title}>
      <ul className="grid gap-2">
        {kept.map(({ reference, title, at }) => (
          <li key={reference} className="flex flex-wrap items-center justify-between gap-x-4">
            <span>
              {fill(words.sent, { time: new Date(at).toLocaleString('en-IN', format) })}{' '}
              <strong>{[reference, title].filter(Boolean).join(', ')}</strong>
            </span>
            {onWrite ? (
              <button
                type="button"
                className="link min-h-11 font-semibold"
                onClick={() => onWrite(reference)}
              >
                {words.write}
                <span className="sr-only"> {reference}</span>
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {text ? <p>{text}</p> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm">{words.kept}</p>
        <Button
          type="button"
          look="outline"
          onClick={() => {
            ifAllowed(() => localStorage.removeItem(key))
            setForgotten(true)
            // The button that had the focus is gone.
            document.getElementById('main')?.focus({ preventScroll: true })
          }}
        >
          {words.forget}
        </Button>
      </div>
    </Notice>
  )
}

const format = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const
