import { rmSync } from 'node:fs'
import { constants } from 'node:os'

const doomed = new Set<string>()

/**
 * Removes half-done work if this process ends before, also by Ctrl+C or because nobody reads its output.
 * Only SIGKILL leaves it.
 *
 * @param place a file or a folder.
 * @returns a function to call once it may stay, or is gone.
 */
export function removeAtExit(place: string): () => void {
  if (doomed.size === 0) watch()
  doomed.add(place)
  return () => {
    doomed.delete(place)
    if (doomed.size === 0) unwatch()
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function watch(): void {
  process.on('exit', removeAll)
  for (const signal of signals) process.on(signal, end)
}

function unwatch(): void {
  process.off('exit', removeAll)
  for (const signal of signals) process.off(signal, end)
}

function removeAll(): void {
  for (const place of doomed) rmSync(place, { recursive: true, force: true })
}

/** As a shell says that a signal ended a program. */
const end = (signal: (typeof signals)[number]) => process.exit(128 + constants.signals[signal])
