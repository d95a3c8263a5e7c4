import { apiUrl, siteUrl, witnesses } from '#app/server-context/site-settings.ts'
import type { Site } from '@naic/ledger/verify/evidence.ts'
import type { WitnessPolicy } from '@naic/ledger/verify/witness-policy.ts'

const patienceMs = 20_000

/**
 * The key of the largest log that this browser has seen here, by its name, as the note that the log
 * signed: two notes that contradict each other prove that a log was changed. It names no certificate.
 */
const seenLog = 'council-log'

/** The key of the witnesses that pages of this site named, each with the time when one last did. */
const seenPolicies = 'council-witnesses'

/** Witnesses may be exchanged; the council keeps the earlier ones for so long. */
const forgetAfterMs = 30 * 24 * 60 * 60_000

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
  readPolicies: () => policiesSince(Date.now() - forgetAfterMs).map(readPolicy),
  readSeenLog() {
    try {
      return localStorage.getItem(seenLog)
    } catch {
      return null
    }
  },
  keepSeenLog(note) {
    try {
      localStorage.setItem(seenLog, note)
    } catch {
      // Storage is full or forbidden: the next visit has nothing to compare with.
    }
  },
}

/**
 * The witnesses that this page names, and those that it named within a month when this browser was
 * here: who takes the site over cannot leave them out without a word.
 *
 * @returns each as `witnesses` has it.
 */
function policiesSince(oldestMs: number): string[] {
  const shown = witnesses()
  let kept: Record<string, number> = {}
  try {
    const stored = JSON.parse(localStorage.getItem(seenPolicies) ?? '{}') as typeof kept
    kept = Object.fromEntries(Object.entries(stored).filter(([, time]) => time > oldestMs))
    if (shown.includes(' ')) {
      kept[shown] = Date.now()
      localStorage.setItem(seenPolicies, JSON.stringify(kept))
    }
  } catch {
    // As with the log: then those that the page names are all.
  }
  return [...new Set([shown, ...Object.keys(kept)])].filter((text) => text.includes(' '))
}

function readPolicy(text: string): WitnessPolicy {
  const [needed, ...vkeys] = text.split(' ')
  return { needed: Number(needed), vkeys }
}
