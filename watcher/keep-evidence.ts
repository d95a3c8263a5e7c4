import { utf8 } from '#credential/bytes.ts'
import { openCheckpoint, readUnsigned } from '#credential/checkpoint.ts'
import { noteKeys } from '#credential/published-keys.ts'
import { writeOnce } from '#server/files/durable-file.ts'
import type { Served } from './fetch-log.ts'
import type { LogFault } from './log-fault.ts'
import type { WatchState } from './watch-state.ts'
import type { WatchedSite } from './watched-site.ts'

type Found = {
  fault: LogFault
  served: Served
  state: WatchState | undefined
  now: Date
}

/**
 * Writes down what was found, for people to judge: both checkpoints, the keys, and what the site
 * answers when it is asked to prove that one continues the other.
 *
 * @param file where it goes; one that is there already is never written over.
 * @returns whether it was written.
 */
export async function keepEvidence(
  site: WatchedSite,
  file: string,
  { fault, served, state, now }: Found,
): Promise<boolean> {
  const { log } = state ?? {}
  const counting = noteKeys(served.keys, served.origin)
  const known = log && {
    lookedAt: state?.lookedAt,
    size: log.size,
    note: log.note,
    keys: log.keys,
    chain: log.chain,
  }
  const evidence = {
    fault: fault.message,
    site: site.url,
    foundAt: now.toISOString(),
    known: known ?? null,
    served: {
      note: served.note,
      size: readUnsigned(served.note)?.size ?? null,
      isSignedByAKeyItLists: (await openCheckpoint(served.note, counting)) !== undefined,
      keys: served.keysText,
    },
    proof: log ? await askForProof(site, log.size, readUnsigned(served.note)?.size ?? 0) : null,
    details: fault.details,
  }
  return writeOnce(file, utf8(`${JSON.stringify(evidence, null, 2)}\n`))
}

/** That it gives none is worth as much. */
async function askForProof(site: WatchedSite, from: number, to: number) {
  const path = `/log/proof?from=${from}&to=${to}`
  try {
    const answer = await site.get(path, 64 * 1024)
    return { path, answer: answer ? new TextDecoder().decode(answer) : null }
  } catch (error) {
    return { path, answer: null, why: (error as Error).message }
  }
}
