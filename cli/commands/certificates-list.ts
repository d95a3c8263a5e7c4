import type { Config } from '#server/config.ts'
import {
  type CertificateRows,
  certificatesQuery,
  openCertificate,
} from '#server/registry/issuing/find-certificate.ts'
import { readKeys, type RegistryKeys } from '#server/registry/keys/registry-keys.ts'
import { RegistryRefused } from '#server/registry/registry-refused.ts'
import { openStoredRegistry } from '#server/open-certificates.ts'
import type { Command } from '../command.ts'
import { tableLine } from '#server/sheets/printable-text.ts'

const newest = 50

export const command: Command = {
  summary: `the ${newest} newest certificates, newest first`,
  examples: ['certificates list', 'certificates list > certificates.tsv'],
  define: (line, settings) => line.action(() => listCertificates(settings())),
}

async function listCertificates(config: Config): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  const { database, siteUrl } = registry
  const rows = await database.read(
    certificatesQuery(database.build)
      .orderBy('certificate.log_index', 'desc')
      .limit(newest)
      .compile(),
  )
  const keys = await readKeys(database)
  for (const row of rows) {
    const { facts, state } = await describe(row, { siteUrl, keys })
    console.log(tableLine([row.id, ...facts, row.external_reference ?? '', state]))
  }
  await close()
}

/** Of what cannot be read, or is not as it was signed, nothing is shown. */
async function describe(
  row: CertificateRows[number],
  registry: { siteUrl: string; keys: RegistryKeys },
): Promise<{ facts: string[]; state: string }> {
  const nothing = ['', '', '']
  try {
    const found = await openCertificate(row, registry)
    if ('erasedAt' in found) return { facts: nothing, state: `erased at ${found.erasedAt}` }
    const { verifiedOn, domain, holder } = found.facts
    const state = found.revoked ? `revoked: ${found.revoked.reason}` : 'stands'
    return { facts: [verifiedOn, domain, holder], state }
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { facts: nothing, state: `not as it was signed: ${error.message}` }
  }
}
