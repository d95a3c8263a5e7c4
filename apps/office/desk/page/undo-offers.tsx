import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Undo } from '../desk-api.ts'
import { sendDesk } from './ask-desk.ts'
import { useDeskKeys } from './desk-keys.tsx'

/** Something that was done and can be taken back for a while. */
type Offer = {
  /** What was done, and to whom; without a full stop. */
  sentence: string
  /** Of the API; "/undo" after it takes it back. */
  path: string
  /** Where it can be looked at, once it is taken back. */
  page: string
  undo: Undo
}

/** By this browser's clock, in milliseconds. */
type Running = Offer & { endsAt: number }

const Offering = createContext<(offer: Offer) => void>(() => undefined)
export const UndoOffering = Offering.Provider

/** @returns what offers to take back a thing that was just done, and reads out that it was done. */
export const useOfferUndo = () => useContext(Offering)

/** What can still be taken back, of which the last comes first. What is offered takes the place of what was said. */
export function useUndo(say: (sentence: string) => void) {
  const [running, setRunning] = useState<readonly Running[]>([])
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const offer = useCallback(
    (one: Offer) => {
      say('')
      const endsAt = Date.now() + one.undo.seconds * 1000
      setRunning((all) => [{ ...one, endsAt }, ...all])
    },
    [say],
  )
  const drop = useCallback((one: Running) => {
    setRunning((all) => all.filter((each) => each !== one))
  }, [])

  async function takeBack(one: Running): Promise<void> {
    const { path, page, undo, sentence } = one
    const what = sentence.replace(/;.*/, '')
    drop(one)
    try {
      await sendDesk(`${path}/undo`, { number: undo.number })
      say(`Taken back: ${what}.`)
      await navigate(page)
    } catch (error) {
      say(`Not taken back: ${(error as Error).message} It was about ${what}.`)
    }
    await revalidate()
  }

  return { offer, last: running[0], takeBack, drop }
}

type Props = {
  offer: Running
  onTakeBack: (offer: Running) => void
  onEnd: (offer: Running) => void
}

/** Takes back what was done last, by a press or a key, and counts down how long that can be done. */
export function TakeBack({ offer, onTakeBack, onEnd }: Props) {
  const { endsAt, undo, sentence } = offer
  const [left, setLeft] = useState(undo.seconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const leftMs = endsAt - Date.now()
      if (leftMs > 0) setLeft(Math.ceil(leftMs / 1000))
      else onEnd(offer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt, offer, onEnd])
  useDeskKeys({ z: () => onTakeBack(offer) })
  return (
    <button
      type="button"
      aria-keyshortcuts="z"
      onClick={() => onTakeBack(offer)}
      className="bg-marigold text-ink-deep inline-flex h-full shrink-0 items-center gap-2 px-3 font-semibold whitespace-nowrap -outline-offset-3"
    >
      <span>
        Take back<span className="sr-only">: {sentence.replace(/;.*/, '')}</span>
      </span>
      <span aria-hidden className="min-w-[4ch] text-right tabular-nums">
        {left} s
      </span>
      <kbd aria-hidden className="pointer-coarse:hidden rounded-sm border px-1 text-xs">
        z
      </kbd>
    </button>
  )
}
