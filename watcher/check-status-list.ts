import { readUnsigned } from '#credential/checkpoint.ts'
import { checkListed } from '#credential/verify/check-status.ts'
import type { Proven } from '#credential/verify/evidence.ts'
import { parseReceipt } from '#credential/receipt.ts'
import { LogFault } from './log-fault.ts'
import type { WatchedSite } from './watched-site.ts'

/** Bytes. A list of a million places, all of them drawn at random, has an eighth of that. */
const longestList = 1024 * 1024

/**
 * Holds the list of what is revoked that a site gives out now against its log, whose last entry names
 * it. Where the log has grown since it was read, the next look compares. A site of an earlier
 * version has nothing to compare.
 *
 * @param note the newest checkpoint, after all of its log was found right.
 * @throws LogFault for a list that the log does not name; CannotLook.
 */
export async function checkStatusList(site: WatchedSite, note: string): Promise<void> {
  const bytes = await site.get('/log/status', longestList)
  const { statusList, listed } = (bytes && parse(new TextDecoder().decode(bytes))) ?? {}
  const checkpoint = readUnsigned(note)
  const beside = parseReceipt(String(listed?.receipt))
  const now = beside && readUnsigned(beside.checkpoint)
  if (!checkpoint || !now || now.size > checkpoint.size) return
  const found = await checkListed({ listed, statusList, checkpoint })
  if (found === 'passed') return
  throw new LogFault('The list of what is revoked is not the one that the log names last.', {
    statusList,
    listed,
  })
}

function parse(text: string): { statusList?: unknown; listed?: Proven | null } | undefined {
  try {
    return JSON.parse(text) as { statusList?: unknown; listed?: Proven | null }
  } catch {
    return undefined
  }
}
