import { rmSync } from 'node:fs'
import { constants } from 'node:os'

const doomed = new Set<string>()

/**
 * What is half done goes when this process ends before it is done: by Ctrl+C too, or because nobody
 * reads what it writes. Only SIGKILL leaves it.
 *
 * @param place a file or a folder.
 * @returns to be called once it may stay, or is gone.
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
