import { type Checkpoint, readCheckpoint } from '#credential/checkpoint.ts'

/**
 * The largest log that this browser has seen on this site, as the note that the log signed: two notes
 * that contradict each other are what shows others that a log was changed. It names no certificate.
 */
const name = 'council-log'

/** @returns undefined where nothing was seen, or the browser keeps nothing. */
export function readSeenLog(): Checkpoint | undefined {
  try {
    return readCheckpoint(localStorage.getItem(name) ?? '')
  } catch {
    return undefined
  }
}

/** @param note of a log that was compared with what was seen before. */
export function rememberLog(note: string): void {
  try {
    // Another tab may have seen a larger one meanwhile.
    if ((readSeenLog()?.size ?? 0) < (readCheckpoint(note)?.size ?? 0)) {
      localStorage.setItem(name, note)
    }
  } catch {
    // Full or forbidden: the next visit has nothing to compare with.
  }
}
