import { apiUrl, siteUrl, witnesses } from '#app/server-context/site-settings.ts'
import type { Site } from '@naic/ledger/verify/evidence.ts'

const patienceMs = 20_000

/**
 * The key of the largest log that this browser has seen here, by its name, as the note that the log
 * signed: two notes that contradict each other prove that a log was changed. It names no certificate.
 */
const seenLog = 'council-log'

/** The key of the witnesses that pages of this site named. */
const namedWitnesses = 'council-witnesses'

/** This site, for the checks of certificates. */
export const thisSite: Site = {
  get url() {
    return siteUrl()
  },
  fetch(path, { cache, stop } = {}) {
    const inTime = AbortSignal.timeout(patienceMs)
    const signal = stop ? AbortSignal.any([stop, inTime]) : inTime
    return fetch(apiUrl() + path, cache ? { cache, signal } : { signal })
  },
  isOnline: () => navigator.onLine,
  async readPolicies() {
    const named = witnesses()
    const kept = read(namedWitnesses)
    if (named === '' && kept === null) return []
    const { policiesOf } = await import('./named-witnesses.ts')
    return policiesOf(named, kept, (text) => keep(namedWitnesses, text))
  },
  readSeenLog: () => read(seenLog),
  keepSeenLog: (note) => keep(seenLog, note),
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is full or forbidden: the next visit knows only what its page says.
  }
}
