import { useState } from 'react'
import {
  changeInWords,
  type KeptFact,
  keptFacts,
  keptInWords,
  whatWasSent,
} from '@naic/admissions/applications/kept-facts.ts'
import { type FoundApplication, type ListedLetter, placeOf } from '../desk-api.ts'
import { DeskButton } from './desk-button.tsx'
import { DeskLink } from './desk-link.tsx'
import { usePerson } from './desk-frame.tsx'
import { letterInWords } from './letter-mark.tsx'
import { Moment } from './moment.tsx'

/** What happened with an application or a message. */
export type Deed = {
  key: string
  what: string
  /** Who of the staff did it. */
  by?: string
  at: string
  /** The letter that it is about. */
  letter?: string
  note?: string | null
  /** That it changed the status, or is a note. */
  isAnswer?: boolean
  /** The kept fact that it changed, and what that was before. */
  changed?: { fact: KeptFact; from: string | null }
}

/** An application, with what the person here has seen of a kept fact, in words. */
export type SeenApplication = FoundApplication & { seenOf: (fact: KeptFact) => string | null }

export const decisionsOf = (changes: FoundApplication['changes']): Deed[] =>
  changes.map(({ number, status, changedAt: at, changedBy: by, note, letter }) => {
    const told = letter ? `letter ${letterInWords(letter.state)}` : 'no letter'
    const what = status === 'note' ? 'wrote a note' : `${status}, ${told}`
    return { key: `status-${number}`, what, by, at, note, isAnswer: true }
  })

export const deedsOf = ({ changes, keptChanges }: FoundApplication): Deed[] => [
  ...decisionsOf(changes),
  ...keptChanges.map(({ number, fact, from, to, changedAt: at, changedBy: by }) => {
    const what = `${keptFacts[fact].label}: ${changeInWords(from, to)}`
    return { key: `kept-${number}`, what, by, at, changed: { fact, from } }
  }),
]

type LetterAbout = Pick<ListedLetter, 'id' | 'subject' | 'state' | 'at' | 'why'> & { to: string }

/** How far a letter is, among what happened. */
export const letterDeed = ({ id, to, subject, state, at, why }: LetterAbout): Deed => ({
  key: id,
  what: `Letter to ${to}, “${subject}”: ${letterInWords(state)}${why ? ` (${why})` : ''}`,
  at,
  letter: id,
})

export const newestFirst = (deeds: readonly Deed[]): Deed[] =>
  deeds.toSorted((one, other) => (one.at < other.at ? 1 : -1))

/**
 * @returns what others have done since the application was opened here and was not read yet; whether they
 *   answered it or wrote a note; what says that it was read; and the application as it was seen so far.
 */
export function useNewsOfOthers(opened: FoundApplication) {
  const { application } = opened
  const { name } = usePerson()
  const deeds = deedsOf(opened)
  const [read, setRead] = useState(deeds)
  const news = deeds
    .filter(({ key, by }) => by !== name && !read.some((one) => one.key === key))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const seenOf = (fact: KeptFact) => {
    const unread = news.find(({ changed }) => changed?.fact === fact)?.changed
    if (unread) return unread.from
    return keptInWords(application.kept, fact) ?? whatWasSent(application, fact)
  }
  return {
    news,
    isAnswered: news.some(({ isAnswer }) => isAnswer),
    markRead: () => setRead(deeds),
    seen: { ...opened, seenOf } satisfies SeenApplication,
  }
}

export const Deeds = ({ of }: { of: readonly Deed[] }) => (
  <ol className="mt-1 grid gap-2">
    {of.map(({ key, what, by, at, note, letter }) => (
      <li key={key} className="border-hairline border-l-2 pl-3 break-words">
        {by ? (
          <>
            <strong>{by}</strong>:{' '}
          </>
        ) : null}
        {what}, <Moment at={at} />
        {letter ? (
          <>
            {' '}
            <DeskLink to={placeOf('letter', letter)}>Read it</DeskLink>
          </>
        ) : null}
        {note ? (
          <p dir="auto" className="bg-warm mt-1 rounded-sm p-2 whitespace-pre-wrap">
            {note}
          </p>
        ) : null}
      </li>
    ))}
  </ol>
)

type Props = { news: readonly Deed[]; onRead: () => void }

/** It stays until somebody says that they have read it, and lies over what is below: nothing moves. */
export const NewsOfOthers = ({ news, onRead }: Props) => (
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
          <Deeds of={news} />
        </div>
        <DeskButton onClick={onRead} className="bg-paper font-medium">
          I have read it
        </DeskButton>
      </section>
    ) : null}
  </div>
)
