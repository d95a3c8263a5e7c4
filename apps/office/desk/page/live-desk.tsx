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

/** From one answer to the next question, and from one reading of a list to the next. */
const everyMs = 2_000

/** Who hears nothing for so long has no connection, whatever the network says. */
const patienceMs = 20_000

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
  const { pathname } = useLocation()
  const navigating = useNavigation().state
  const { revalidate, state: reading } = useRevalidator()
  /** What is shown is of these marks, or newer. */
  const known = useRef<Marks>(undefined)

  const hear = useEffectEvent((marks: Marks) => {
    if (lost) say('Connected again.')
    setLost(undefined)
    isToldOfChanges(true)
    const changed = subjects.filter((subject) => known.current?.[subject] !== marks[subject])
    if (changed.length === 0) return
    somethingChanged()
    // What is read just now may be older: then it is read again after the next answer.
    if (navigating !== 'idle' || reading !== 'idle') return
    known.current = marks
    if (changed.some((subject) => shownIn[pathname]?.includes(subject))) void byItself(revalidate)
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
