import { useState } from 'react'
import { changeInWords, keptFacts } from '@naic/admissions/applications/kept-facts.ts'
import type { FoundApplication } from '../desk-api.ts'
import { DeskButton } from './desk-button.tsx'
import { usePerson } from './desk-frame.tsx'
import { Moment } from './moment.tsx'

/** What somebody else did to an application while it was open here. */
type News = { key: string; what: string; by: string; at: string; note?: string | null }

/**
 * @returns what others have done since the application was opened here and was not read yet; whether they
 *   answered it or wrote a note; and what says that it was read.
 */
export function useNewsOfOthers({ changes, keptChanges }: FoundApplication) {
  const { name } = usePerson()
  const newest = { changes: newestOf(changes), kept: newestOf(keptChanges) }
  const [read, setRead] = useState(newest)
  const answers = changes
    .filter(({ number, changedBy }) => number > read.changes && changedBy !== name)
    .map(({ number, status, changedAt: at, changedBy: by, note, letter }): News => {
      const told = letter ? `, letter ${letter.state}` : ''
      const what = status === 'note' ? 'wrote a note' : `${status}${told}`
      return { key: `status-${number}`, what, by, at, note }
    })
  const facts = keptChanges
    .filter(({ number, changedBy }) => number > read.kept && changedBy !== name)
    .map(({ number, fact, from, to, changedAt: at, changedBy: by }): News => {
      const what = `${keptFacts[fact].label}: ${changeInWords(from, to)}`
      return { key: `kept-${number}`, what, by, at }
    })
  return {
    news: [...answers, ...facts].toSorted((one, other) => (one.at < other.at ? -1 : 1)),
    isAnswered: answers.length > 0,
    markRead: () => setRead(newest),
  }
}

const newestOf = (all: readonly { number: number }[]): number => all.at(-1)?.number ?? 0

/** It stays until somebody says that they have read it, and lies over what is below: nothing moves. */
export function NewsOfOthers({ news, onRead }: { news: readonly News[]; onRead: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky bottom-0 z-10 h-0">
      {news.length > 0 ? (
        <section
          aria-label="What others did meanwhile"
          className="bg-marigold-pale border-marigold text-ink pointer-events-auto absolute inset-x-0 bottom-2 flex max-h-[40svh] flex-wrap items-start justify-between gap-3 overflow-y-auto rounded-lg border-2 p-3"
        >
          <div className="min-w-0">
            <h3 className="font-sans text-base font-semibold tracking-normal">
              While you had this open:
            </h3>
            <ul className="mt-1 grid gap-1">
              {news.map(({ key, what, by, at, note }) => (
                <li key={key}>
                  <strong>{by}</strong>: {what}, <Moment at={at} />
                  {note ? (
                    <p dir="auto" className="bg-paper mt-1 rounded-sm p-2 whitespace-pre-wrap">
                      {note}
                    </p>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
          <DeskButton onClick={onRead} className="bg-paper font-medium">
            I have read it
          </DeskButton>
        </section>
      ) : null}
    </div>
  )
}
