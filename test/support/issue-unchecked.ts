import { readConfig } from '@naic/installation/config.ts'
import { openCertificatesToIssue } from '@naic/installation/open-certificates.ts'
import { draftAll } from '@naic/registry/issuing/draft-certificates.ts'
import { toAddition } from '@naic/registry/issuing/issue-certificates.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import type { Registry } from '@naic/registry/registry.ts'

/**
 * Issues what is refused today, as a version did that knew less.
 *
 * @returns the ids.
 */
async function issueUnchecked(registry: Registry, orders: readonly Order[]): Promise<string[]> {
  let ids: string[] = []
  await registry.log.append(async (firstIndex, keys) => {
    const drafts = await draftAll(registry, orders, { keys, logSize: firstIndex })
    ids = drafts.map(({ id }) => id)
    return { keys, ...toAddition(registry, drafts, firstIndex) }
  })
  return ids
}

/** The same in a data folder. */
export async function issueUncheckedIn(
  settings: { DATA_DIR: string; SITE_URL: string },
  orders: readonly Order[],
): Promise<string[]> {
  const { registry, close } = await openCertificatesToIssue(readConfig(settings))
  try {
    return await issueUnchecked(registry, orders)
  } finally {
    await close()
  }
}
