import { useSyncExternalStore } from 'react'
import { onEvents } from '@naic/ui/on-events.ts'

type Message = {
  title: string
  /** One line, or several below each other. */
  lines: string[]
  /** Something was done, must be done, or failed. */
  tone: 'success' | 'warning' | 'destructive'
}

/** `low` if it stands at the bottom of the window. */
export type Toast = Message & { id: number; low: boolean }

/** Time to read three lines slowly. What matters is also on the page. */
const shownMs = 8000

/** Told at each change; the first one brings the region to life, too (`islands.ts`). */
const changed = 'toast'
const onChange = onEvents(() => window, changed)

let shown: Toast | undefined
let lastId = 0

/**
 * Shows a passing message at the top of the open page, in place of the one before: next to "Message
 * Sent" an older "Message Not Sent" would be wrong.
 *
 * @param awayFrom what was pressed, if the message must leave it in sight: from the upper half of the
 *   window it goes to the bottom. Not for forms, whose keyboard is there.
 */
export function toast({ awayFrom, ...message }: Message & { awayFrom?: Element }): void {
  const low = awayFrom !== undefined && awayFrom.getBoundingClientRect().top < innerHeight / 2
  change({ ...message, id: ++lastId, low })
}

export function dismissToast(id: number): void {
  if (shown?.id === id) change(undefined)
}

/**
 * Counts down until the toast goes by itself.
 *
 * @returns stops the countdown, as long as somebody is reading.
 */
export function dismissToastLater(id: number): () => void {
  const timer = setTimeout(() => dismissToast(id), shownMs)
  return () => clearTimeout(timer)
}

export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    onChange,
    () => shown,
    () => undefined,
  )
}

function change(next: Toast | undefined): void {
  shown = next
  dispatchEvent(new Event(changed))
}
