import { readConfig } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { draftAll } from '@naic/registry/issuing/draft-certificates.ts'
import { toAddition } from '@naic/registry/issuing/issue-certificates.ts'
import type { Order } from '@naic/registry/issuing/order.ts'

/** Issues in a data folder what is refused today, as a version did that knew less. @returns the ids. */
export async function issueUncheckedIn(
  settings: { DATA_DIR: string; SITE_URL: string },
  orders: readonly Order[],
): Promise<string[]> {
  const { registry, close } = await openCertificates(readConfig(settings), 'to issue')
  const ids = await registry.log.append(async (firstIndex, keys) => {
    const drafts = await draftAll(registry, orders, { keys, logSize: firstIndex })
    const result = drafts.map(({ id }) => id)
    return { result, ...toAddition(registry, drafts, firstIndex) }
  })
  await close()
  return ids
}
