import { siteUrl, witnesses } from '#app/server-context/site-settings.ts'
import { ifAllowed } from '#app/if-allowed.ts'
import type { Site } from '@naic/ledger/verify/evidence.ts'

const patienceMs = 20_000

/**
 * The key of the largest log that this browser has seen here, by its name, as the note that the log
 * signed: two notes that contradict each other prove that a log was changed. It names no certificate.
 */
const seenLog = 'council-log'

/**
 * The key of the witnesses that pages of this site named, each with the time when one last did. Those that were named
 * within a month count as well: who takes the site over cannot leave them out without a word.
 */
const namedWitnesses = 'council-witnesses'

/** Witnesses may be exchanged; the council keeps the earlier ones for so long. */
const forgetAfterMs = 30 * 24 * 60 * 60_000

/** This site, for the checks of certificates. */
export const thisSite: Site = {
  get url() {
    return siteUrl()
  },
  fetch(path, { cache, stop } = {}) {
    const inTime = AbortSignal.timeout(patienceMs)
    // In older browsers two cannot be one: there an answer is waited for that nobody needs any more.
    const signal = stop && 'any' in AbortSignal ? AbortSignal.any([stop, inTime]) : inTime
    return fetch(path, cache ? { cache, signal } : { signal })
  },
  isOnline: () => navigator.onLine,
  async readPolicies() {
    const times = keptTimes()
    const named = witnesses()
    if (named !== '') {
      times.set(named, Date.now())
      // Without storage the next visit knows only what its page says.
      ifAllowed(() =>
        localStorage.setItem(namedWitnesses, JSON.stringify(Object.fromEntries(times))),
      )
    }
    return Array.from(times.keys(), (policy) => {
      const [needed, ...vkeys] = policy.split(' ')
      return { needed: Number(needed), vkeys }
    })
  },
  readSeenLog: () => ifAllowed(() => localStorage.getItem(seenLog)) ?? null,
  keepSeenLog: (note) => ifAllowed(() => localStorage.setItem(seenLog, note)),
}

/** What is not JSON was not kept by a page. */
function keptTimes(): Map<string, number> {
  const read = () => JSON.parse(localStorage.getItem(namedWitnesses) ?? '{}') as object
  const times = Object.entries(ifAllowed(read) ?? {}) as [string, number][]
  return new Map(times.filter(([, time]) => time > Date.now() - forgetAfterMs))
}
