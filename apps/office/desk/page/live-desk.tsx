import { WifiOff } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import type { Subject } from '../desk-api.ts'
import { byItself, isToldOfChanges, somethingChanged } from './ask-desk.ts'
import { type Heard, listen } from './listen.ts'
import { Moment } from './moment.tsx'

/** The page keeps itself up to date: it listens to the desk, and reads again what has changed. */

/** What each room shows. One that is not here stays as it was read. */
const shownIn: Readonly<Record<string, readonly Subject[]>> = {
  '/todo': ['applications', 'messages', 'letters', 'deeds'],
  '/applications': ['applications', 'letters', 'deeds'],
  '/messages': ['messages', 'letters', 'deeds'],
  '/certificates': ['letters', 'deeds'],
  '/outbox': ['letters', 'deeds'],
}

/** The least between two readings, since a list of many is work for the server. */
const restMs = 3_000

/** A tab behind others listens on for so long: browsers have few connections for one address. */
const hiddenMs = 30_000

/** Without a connection: since when, in RFC 3339, and what the desk said, if it answered at all. */
export type Lost = { since: string; why: string | undefined }

/** Keeps the page up to date. @param say reads out a sentence. @returns how it stands with the connection. */
export function useLiveDesk(say: (sentence: string) => void) {
  const [lost, setLost] = useState<Lost>()
  const [wake] = useState(() => new EventTarget())
  const isListening = useShownTab()
  const readAgain = useReadAgain()
  /** By the page's own clock: all that was changed before is shown, or will be read. */
  const knowsAll = useRef(0)

  const hear = useEffectEvent(({ name, data }: Heard) => {
    if (lost) say('Connected again.')
    setLost(undefined)
    knowsAll.current = performance.now()
    isToldOfChanges(true)
    if (name !== 'changed') return
    somethingChanged()
    readAgain(data.of)
  })
  const lose = useEffectEvent((why: string | undefined) => {
    say('')
    isToldOfChanges(false)
    setLost((before) => ({ since: before?.since ?? new Date().toISOString(), why }))
  })

  useEffect(() => {
    if (!isListening) return undefined
    const leaving = new AbortController()
    const address = () => `/api/live?since=${Math.round(performance.now() - knowsAll.current)}`
    void listen(address, { hear, lose }, { signal: leaving.signal, wake })
    return () => {
      isToldOfChanges(false)
      leaving.abort()
    }
  }, [isListening, wake])

  const [tryNow] = useState(() => () => void wake.dispatchEvent(new Event('wake')))
  useEffect(() => {
    window.addEventListener('online', tryNow)
    return () => window.removeEventListener('online', tryNow)
  }, [tryNow])
  return { lost, tryNow }
}

/** @returns whether somebody can see this tab, or could a moment ago. */
function useShownTab(): boolean {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => setShown(false), hiddenMs)
      else setShown(true)
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isShown
}

/** @returns what reads the room again if it shows what changed: soon, when nothing else is read, and if seen. */
function useReadAgain(): (changed: readonly Subject[]) => void {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const { revalidate } = useRevalidator()
  const work = useRef({ isWanted: false, isDone: true, restsUntil: 0 })

  const read = useEffectEvent(async () => {
    const { current } = work
    const isBusy = !current.isDone || navigation.state !== 'idle' || document.hidden
    if (!current.isWanted || isBusy || performance.now() < current.restsUntil) return
    Object.assign(current, { isWanted: false, isDone: false })
    await byItself(revalidate)
    Object.assign(current, { isDone: true, restsUntil: performance.now() + restMs })
  })
  useEffect(() => {
    const timer = setInterval(read, 300)
    return () => clearInterval(timer)
  }, [])

  return (changed) => {
    const shown = shownIn[navigation.location?.pathname ?? pathname] ?? []
    if (changed.some((subject) => shown.includes(subject))) work.current.isWanted = true
  }
}

/** Says plainly that what is shown may be old, for as long as that is so. */
export function LostLine({ lost: { since, why }, onTry }: { lost: Lost; onTry: () => void }) {
  return (
    <p className="flex min-w-0 items-center gap-3">
      <Icon of={WifiOff} className="text-error" />
      <span role="status" className="min-w-0 truncate" title={why}>
        <strong>No connection</strong> since <Moment at={since} />
        <span className="max-sm:sr-only">. {why ?? 'What you see may be old.'}</span>
      </span>
      <button type="button" onClick={onTry} className="link min-h-9 whitespace-nowrap">
        Try now
      </button>
    </p>
  )
}
