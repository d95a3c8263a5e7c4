import type { WitnessPolicy } from '@naic/ledger/verify/witness-policy.ts'

/** Witnesses may be exchanged; the council keeps the earlier ones for so long. */
const forgetAfterMs = 30 * 24 * 60 * 60_000

/**
 * The witnesses that this page names, and those that one named within a month when this browser was
 * here: who takes the site over cannot leave them out without a word.
 *
 * @param named as `witnesses` of site-settings.ts has it.
 * @param kept each earlier one with the time when a page last named it, as JSON; null if there is none.
 * @param keep keeps the same of now, for the next visit.
 */
export function policiesOf(
  named: string,
  kept: string | null,
  keep: (text: string) => void,
): WitnessPolicy[] {
  const times = timesOf(kept)
  if (named !== '') {
    times.set(named, Date.now())
    keep(JSON.stringify(Object.fromEntries(times)))
  }
  return Array.from(times.keys(), readPolicy)
}

/** What is not JSON was not kept by a page. */
function timesOf(kept: string | null): Map<string, number> {
  try {
    const times = Object.entries(JSON.parse(kept ?? '{}') as Record<string, number>)
    return new Map(times.filter(([, time]) => time > Date.now() - forgetAfterMs))
  } catch {
    return new Map()
  }
}

function readPolicy(text: string): WitnessPolicy {
  const [needed, ...vkeys] = text.split(' ')
  return { needed: Number(needed), vkeys }
}
