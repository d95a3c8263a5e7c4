import { useSyncExternalStore } from 'react'

type Message = {
  title: string
  /** One line, or several below each other. */
  lines: string[]
  /** Something was done, something is to be done, or something failed. */
  tone: 'success' | 'warning' | 'destructive'
}

export type Toast = Message & { id: number }

/** Read slowly, a toast of three lines takes this long; what matters also stands on the page. */
const shownMs = 8000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a passing message in the corner. */
export function toast(message: Message): void {
  change([...toasts, { ...message, id: ++lastId }].slice(-3))
}

export function dismissToast(id: number): void {
  change(toasts.filter((shown) => shown.id !== id))
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

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
}

const none: readonly Toast[] = []

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
