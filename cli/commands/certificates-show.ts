import { certificateByReference } from '#server/applications/certificates-of-application.ts'
import type { Config } from '#server/config.ts'
import { findEvidence, holderReceipt } from '#server/registry/certificate-evidence.ts'
import { whyVoid } from '#server/registry/issuing/stored-certificate.ts'
import { certificateAddress } from '#server/registry/registry.ts'
import { openCertificates } from '#server/open-certificates.ts'
import { type Command, givenId } from '../command.ts'
import type { Run } from '../command-run.ts'
import { printableLines, tableLine } from '#server/sheets/printable-text.ts'

export const command: Command = {
  summary: 'all about one certificate, with its receipt',
  examples: [
    'certificates show NAIC25A7K2M',
    'certificates show "naic25 a7k2m"',
    'certificates show NAIC-7F3K-92QD',
  ],
  define: (line, run) =>
    line
      .argument('<id>', 'its ID, as people write it, or the reference of its application', givenId)
      .action((id: string) => showCertificate(run, run.settings(), id)),
}

async function showCertificate(run: Run, config: Config, asked: string): Promise<void> {
  const { registry, close } = await openCertificates(config)
  try {
    const byId = await findEvidence(registry, asked)
    const meant = byId ? { id: asked } : await certificateByReference(registry.database, asked)
    if (meant && 'without' in meant) {
      return run.fail(
        `${meant.without} is the reference of an application that has no certificate.`,
      )
    }
    const id = meant?.id ?? asked
    const found = byId ?? (meant && (await findEvidence(registry, id)))
    if (!found) return run.fail(`There is no certificate ${id}.`)
    if ('erasedAt' in found) {
      run.print(tableLine(['id', id]))
      run.print(tableLine(['state', `erased at ${found.erasedAt}`]))
      return
    }
    const { facts, revoked, voidedBy, logIndex } = found.certificate
    for (const fact of Object.entries(facts)) run.print(tableLine(fact))
    run.print(`address\t${certificateAddress(registry.siteUrl, id)}`)
    run.print(`entry\t${logIndex}`)
    const taken = revoked ? `revoked at ${revoked.at}: ${revoked.reason}` : undefined
    run.print(tableLine(['state', voidedBy ? whyVoid(voidedBy) : (taken ?? 'stands')]))
    if (voidedBy && taken) run.print(tableLine(['before', taken]))
    run.print(`\n${printableLines(holderReceipt(found))}`)
  } finally {
    await close()
  }
}
