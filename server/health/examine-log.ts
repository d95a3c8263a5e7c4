import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { openRegistryIn } from '../open-certificates.ts'
import { checkKeys } from '../registry/audit/check-keys.ts'
import { requireKept } from '../registry/audit/check-start.ts'
import { RegistryRefused } from '../registry/registry-refused.ts'
import { type Found, right, wrong } from './finding.ts'

/** That the newest checkpoint is signed, and within what was signed last; the whole is "log verify". */
export async function examineLog(config: Config, database: Database): Promise<Found[]> {
  const { build, read } = database
  const newest = build
    .selectFrom('log_checkpoint')
    .select(['size', 'signed_at'])
    .orderBy('size', 'desc')
    .limit(2)
  const [last, before] = await read(newest.compile())
  if (!last)
    return [wrong('The log of certificates was not begun.', 'Start the server: it begins it.')]
  try {
    const { log, siteUrl } = await openRegistryIn(database, config)
    const { tree, origin, lastCheckpoint } = log
    await log.checkNewest(async ({ head, keys }) => {
      if (!head) throw new RegistryRefused('The log has not been begun.')
      await lastCheckpoint.requireWithin(head, { tree, keys, origin })
      await checkKeys({ database, log }, keys, head)
    })
    if (before) await requireKept(log)
    if (siteUrl !== config.siteUrl) {
      return [
        wrong(
          `Certificates are signed for ${siteUrl}, and SITE_URL is ${config.siteUrl}.`,
          `Set SITE_URL to ${siteUrl}. Until then nothing is issued.`,
        ),
      ]
    }
    return [
      right(
        `${last.size} entries; the newest checkpoint, of ${last.signed_at}, is signed and where it should be. "council log verify" checks every entry.`,
      ),
    ]
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return [
      wrong(error.message, 'docs/certificates.md has what to do. "council log verify" names all.'),
    ]
  }
}
