import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'
import type { DeskSummary, OpenChange, Outcomes } from '../desk-api.ts'
import type { AskedTakeBack } from '../serve/answer-applications.ts'
import { sendDesk } from './ask-desk.ts'
import { useDeskKeys } from './desk-keys.tsx'
import { changed } from './list-and-one.tsx'

/** What can still be taken back. The server says what, and for how long: a page that is loaded again knows no less. */

/** What the server said of the desk, and when, by this browser's clock in milliseconds. */
export type DeskNow = DeskSummary & { readAt: number }

type Offer = { change: OpenChange; left: number }

/** @returns the changes that can be taken back, the newest first, with the seconds that are left now. */
function useOffers(): readonly Offer[] {
  const desk = useRouteLoaderData<DeskNow>('desk')
  const [now, setNow] = useState(0)
  const { open, readAt } = desk ?? { open: [], readAt: 0 }
  useEffect(() => {
    const longest = Math.max(0, ...open.map(({ secondsLeft }) => secondsLeft))
    if (longest === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() > readAt + longest * 1000) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [open, readAt])
  const passed = Math.max(0, now - readAt) / 1000
  return open
    .map((change) => ({ change, left: Math.ceil(change.secondsLeft - passed) }))
    .filter(({ left }) => left > 0)
}

/** @returns what takes changes back, and says what became of that; whether all are. */
function useTakeBack(say: (sentence: string) => void) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isGoing = useRef(false)
  return async (offers: readonly OpenChange[]): Promise<boolean> => {
    const [first] = offers
    // A second press would only hear that it is done.
    if (!first || isGoing.current) return false
    isGoing.current = true
    // The oldest letters leave first.
    const of = offers.map(({ application: { id }, number }) => ({ id, seen: number })).toReversed()
    const nothing = (error: Error): Outcomes => ({
      rows: of.map(({ id }) => ({ id, state: 'not', detail: error.message })),
    })
    const asked: AskedTakeBack = { of }
    const path = '/api/applications/take-back'
    const { rows } = await sendDesk<Outcomes>(path, asked).catch(nothing)
    const failures = rows.flatMap((row) => (row.state === 'not' ? [row] : []))
    const done = offers.length - failures.length
    const isOne = offers.length === 1
    const whose = ({ id }: { id: string }) =>
      offers.flatMap((one) => (one.application.id === id ? inWords(one) : []))
    const sentences = [...Map.groupBy(failures, ({ detail }) => detail)].map(
      ([detail, them]) => `Not taken back: ${them.flatMap(whose).join('; ')}. ${detail}`,
    )
    if (done > 0)
      sentences.unshift(`Taken back: ${isOne ? inWords(first) : `${done} of ${offers.length}`}.`)
    say(sentences.join(' '))
    if (isOne && done === 1) {
      const here = new URLSearchParams(pathname === '/applications' ? search : '')
      const opened = changed(here, { open: first.application.id })
      await navigate({ pathname: '/applications', ...opened })
    }
    await revalidate()
    isGoing.current = false
    return failures.length === 0
  }
}

const inWords = ({ application: { name, reference }, to }: OpenChange) =>
  `${name}, ${reference}: ${to}`

/** Before that nobody has taken in that another stands there, since a colleague has changed the one before. */
const takenInMs = 1_000

/**
 * @param offers which stand there, the newest first.
 * @returns the one that a press means: not one that has just come into the place of another that is gone.
 */
function useMeant(offers: readonly Offer[]) {
  const newest = offers[0]?.change
  const [seen, setSeen] = useState(newest)
  const isGone = seen !== undefined && !offers.some(({ change }) => isSame(change, seen))
  // What somebody has done since is newer, and what they mean.
  if (!isGone && newest && !(seen && isSame(newest, seen))) setSeen(newest)
  useEffect(() => {
    if (!isGone) return undefined
    const timer = setTimeout(() => setSeen(undefined), takenInMs)
    return () => clearTimeout(timer)
  }, [isGone])
  return {
    meant: isGone ? seen : newest,
    isTakenIn: !isGone,
    forget: () => setSeen(undefined),
  }
}

const isSame = (one: OpenChange, other: OpenChange) =>
  one.application.id === other.application.id && one.number === other.number

/** Takes back what this person did last, by a press or a key, and counts down how long that can be done. */
export function UndoOffers({ say }: { say: (sentence: string) => void }) {
  const offers = useOffers()
  const [last] = offers
  const { meant, isTakenIn, forget } = useMeant(offers)
  const takeBack = useTakeBack(say)
  const takeBackLast = async () => {
    if (meant && (await takeBack([meant]))) forget()
  }
  useDeskKeys(last ? { z: () => void takeBackLast() } : {})
  if (!last) return null
  return (
    <div className="flex h-full shrink-0 items-stretch gap-1.5">
      <button
        type="button"
        aria-keyshortcuts="z"
        aria-disabled={!isTakenIn}
        onClick={() => void takeBackLast()}
        className="bg-marigold text-ink-deep aria-disabled:bg-ink-pale aria-disabled:text-ink-soft inline-flex items-center gap-2 px-3 font-semibold whitespace-nowrap -outline-offset-3"
      >
        <span className="max-w-80 truncate">
          Take back<span className="max-lg:sr-only font-normal">: {inWords(last.change)}</span>
        </span>
        <span aria-hidden className="min-w-[4ch] text-right tabular-nums">
          {last.left} s
        </span>
        <kbd aria-hidden className="pointer-coarse:hidden rounded-sm border px-1 text-xs">
          z
        </kbd>
      </button>
      {offers.length > 1 ? (
        <button
          type="button"
          onClick={() => void takeBack(offers.map(({ change }) => change))}
          className="border-control border-x px-3 font-semibold whitespace-nowrap -outline-offset-3"
        >
          <span className="max-sm:sr-only">Take back </span>all {offers.length}
        </button>
      ) : null}
    </div>
  )
}
