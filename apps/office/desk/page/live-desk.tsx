import { WifiOff } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigation, useRevalidator } from 'react-router'
import { type Marks, type Subject, subjects } from '../desk-api.ts'
import {
  askedByItself,
  byItself,
  DeskAway,
  isToldOfChanges,
  readDesk,
  somethingChanged,
} from './ask-desk.ts'
import { Moment } from './moment.tsx'

/** The page keeps itself up to date: it asks the desk again and again, and reads again what has changed. */

/** What each room shows. One that is not here stays as it was read. */
const shownIn: Readonly<Record<string, readonly Subject[]>> = {
  '/todo': ['applications', 'messages', 'letters', 'deeds'],
  '/applications': ['applications', 'letters', 'deeds'],
  '/messages': ['messages', 'letters', 'deeds'],
  '/certificates': ['letters', 'deeds'],
  '/outbox': ['letters', 'deeds'],
}

/** From one answer to the next question. */
const everyMs = 2_000

/** Who hears nothing for so long has no connection, whatever the network says. */
const patienceMs = 20_000

/** The least between two readings, since a list of many is work for the server. */
const restMs = 3_000

/** Without a connection: since when, in RFC 3339, and what the desk said, if it answered at all. */
export type Lost = { since: string; why: string | undefined }

/**
 * Keeps the page up to date while somebody can see it.
 *
 * @param say reads out a sentence. @returns how it stands with the connection.
 */
export function useLiveDesk(say: (sentence: string) => void): Lost | undefined {
  const [lost, setLost] = useState<Lost>()
  const isSeen = useSyncExternalStore(onSeenOrHidden, () => !document.hidden)
  const readAgain = useReadAgain()
  /** What is shown, or will be read, is of these marks. */
  const known = useRef<Marks>(undefined)

  const hear = useEffectEvent((marks: Marks) => {
    if (lost) say('Connected again.')
    setLost(undefined)
    isToldOfChanges(true)
    const before = known.current
    known.current = marks
    const changed = subjects.filter((subject) => before?.[subject] !== marks[subject])
    if (changed.length === 0) return
    somethingChanged()
    readAgain(changed)
  })
  const lose = useEffectEvent((why: string | undefined) => {
    say('')
    isToldOfChanges(false)
    setLost((before) => ({ since: before?.since ?? new Date().toISOString(), why }))
  })

  useEffect(() => {
    if (!isSeen) return undefined
    const leaving = new AbortController()
    void keepAsking({ hear, lose }, leaving.signal)
    return () => {
      isToldOfChanges(false)
      leaving.abort()
    }
  }, [isSeen])
  return lost
}

function onSeenOrHidden(tell: () => void) {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}

type Ear = {
  hear: (marks: Marks) => void
  /** Called when a second try has failed too; with what the desk said, if it answered at all. */
  lose: (why: string | undefined) => void
}

async function keepAsking({ hear, lose }: Ear, leaving: AbortSignal): Promise<void> {
  for (let failed = 0; !leaving.aborted;) {
    try {
      const signal = AbortSignal.any([leaving, AbortSignal.timeout(patienceMs)])
      const marks = await readDesk<Marks>('/api/changed', { signal, headers: askedByItself })
      if (leaving.aborted) return
      failed = 0
      hear(marks)
    } catch (error) {
      if (leaving.aborted) return
      failed += 1
      const why = error instanceof DeskAway ? error.detail : (error as Error).message
      if (failed > 1 || !navigator.onLine) lose(why)
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
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
export function LostLine({ lost: { since, why } }: { lost: Lost }) {
  return (
    <p className="flex min-w-0 items-center gap-3">
      <Icon of={WifiOff} className="text-error" />
      <span role="status" className="min-w-0 truncate" title={why}>
        <strong>No connection</strong> since <Moment at={since} />
        <span className="max-sm:sr-only">. {why ?? 'What you see may be old.'}</span>
      </span>
    </p>
  )
}
