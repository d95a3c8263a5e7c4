import type { Config } from '#server/config.ts'
import { openStored } from '#server/storage.ts'
import type { Command } from './command.ts'
import { tableLine } from './printable-text.ts'

const newest = 50

export const command: Command = {
  summary: `the ${newest} newest certificates, newest first`,
  examples: ['certificates list', 'certificates list > certificates.tsv'],
  define: (line, settings) => line.action(() => listCertificates(settings())),
}

async function listCertificates(config: Config): Promise<void> {
  const { database, close } = await openStored(config)
  const rows = await database.read(
    database.build
      .selectFrom('certificate')
      .leftJoin('revocation', 'certificate_id', 'id')
      .select(['id', 'verified_on', 'domain', 'holder', 'external_reference', 'reason'])
      .orderBy('certificate.log_index', 'desc')
      .limit(newest)
      .compile(),
  )
  for (const { reason, external_reference, ...row } of rows) {
    const state = reason ? `revoked: ${reason}` : 'stands'
    console.log(tableLine([...Object.values(row), external_reference ?? '', state]))
  }
  await close()
}
