import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Undo } from '../desk-api.ts'
import { sendDesk } from './ask-desk.ts'
import { useDeskKeys } from './desk-keys.tsx'

/** Something that was done and can be taken back for a while. */
type Offer = {
  /** What was done, and to whom; without a full stop. */
  sentence: string
  /** Whether a letter leaves when the time is over. */
  hasLetter: boolean
  /** Of the API; "/undo" after it takes it back. */
  path: string
  /** Where it can be looked at, once it is taken back. */
  page: string
  undo: Undo
}

const Offering = createContext<(offer: Offer) => void>(() => undefined)

/** @returns what offers to take back a thing that was just done, and reads out that it was done. */
export const useOfferUndo = () => useContext(Offering)

type Running = Offer & {
  /** By this browser's clock, in milliseconds. */
  endsAt: number
  /** Why it could not be taken back. */
  failure?: string
}

type Props = { say: (sentence: string) => void; children: ReactNode }

/**
 * Counts down, over the page and so without moving it, what can still be taken back. What was done last
 * is on top, and "z" takes it back.
 */
export function UndoOffers({ say, children }: Props) {
  const [running, setRunning] = useState<readonly Running[]>([])
  const now = useTimeUntil(Math.max(0, ...running.map(({ endsAt }) => endsAt)))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const shown = running.filter((one) => isShownAt(one, now))
  const offer = useCallback(
    (one: Offer) => {
      say('')
      const begun = Date.now()
      const newest = { ...one, endsAt: begun + one.undo.seconds * 1000 }
      setRunning((all) => [newest, ...all.filter((each) => isShownAt(each, begun))])
    },
    [say],
  )

  const drop = (one: Running) =>
    setRunning((all) => all.filter(({ endsAt }) => endsAt !== one.endsAt))

  async function takeBack(one: Running): Promise<void> {
    const { path, page, undo, sentence } = one
    try {
      await sendDesk(`${path}/undo`, { number: undo.number })
      drop(one)
      say(`Taken back: ${sentence.replace(/;.*/, '')}.`)
      await navigate(page)
    } catch (error) {
      const failure = (error as Error).message
      setRunning((all) => all.map((each) => (each === one ? { ...each, failure } : each)))
    }
    await revalidate()
  }

  const last = shown.find(({ failure }) => failure === undefined)
  useDeskKeys(last ? { z: () => void takeBack(last) } : {})
  return (
    <Offering value={offer}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed right-0 bottom-9 z-40 grid max-h-[40svh] max-w-full justify-items-end gap-2 overflow-y-auto p-3 sm:right-3"
      >
        {shown.map((one) => (
          <div
            key={one.endsAt}
            className="bg-ink text-paper border-control pointer-events-auto flex max-w-text flex-wrap items-center gap-x-4 gap-y-1 rounded-md border px-4 py-2 text-sm"
          >
            {one.failure === undefined ? (
              <>
                <p>
                  {one.sentence}
                  <span className="sr-only">
                    {' '}
                    in {one.undo.seconds} seconds. Until then z takes it back.
                  </span>{' '}
                  <span aria-hidden className="text-ink-pale inline-block min-w-[4ch] tabular-nums">
                    {one.hasLetter ? 'in ' : null}
                    {secondsLeft(one, now)} s
                  </span>
                </p>
                <button
                  type="button"
                  aria-keyshortcuts="z"
                  onClick={() => void takeBack(one)}
                  className="border-ink-pale inline-flex min-h-9 items-center gap-2 rounded-sm border px-3 font-semibold hover:bg-current/10 pointer-coarse:min-h-11"
                >
                  Take back
                  {one === last ? (
                    <kbd
                      aria-hidden
                      className="text-ink-pale border-ink-pale rounded-sm border px-1 text-xs"
                    >
                      z
                    </kbd>
                  ) : null}
                </button>
              </>
            ) : (
              <>
                <p>
                  Not taken back: {one.sentence.replace(/;.*/, '')}. {one.failure}
                </p>
                <button
                  type="button"
                  onClick={() => drop(one)}
                  className="border-ink-pale min-h-9 rounded-sm border px-3 hover:bg-current/10 pointer-coarse:min-h-11"
                >
                  Close
                </button>
              </>
            )}
          </div>
        ))}
      </div>
    </Offering>
  )
}

const isShownAt = ({ endsAt, failure }: Running, now: number): boolean =>
  failure !== undefined || endsAt > now

/** The time may be a little old when the first is offered. */
const secondsLeft = ({ endsAt, undo }: Running, now: number): number =>
  Math.min(undo.seconds, Math.ceil((endsAt - now) / 1000))

/** @returns the time in milliseconds, anew a few times each second until then. */
function useTimeUntil(end: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  return now
}
