import { certificateByReference } from '@naic/admissions/applications/certificates-of-application.ts'
import { openCertificates } from '@naic/installation/open-certificates.ts'
import {
  type CertificateEvidence,
  findEvidence,
  holderReceipt,
} from '@naic/registry/certificate-evidence.ts'
import { whyVoid } from '@naic/registry/issuing/stored-certificate.ts'
import { certificateAddress, type Registry } from '@naic/registry/registry.ts'
import { type Command, givenId } from '../command.ts'
import type { Run } from '../command-run.ts'
import { type Fact, printRecord } from '../print.ts'

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
      .option('--json', 'for programs: one object')
      .action((id: string, formats: { json?: true }) => show(run, id, formats)),
}

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  const { registry, close } = await openCertificates(run.settings())
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
    const [record, facts] =
      'erasedAt' in found ? ofErased(id, found) : ofCertificate(registry, found)
    printRecord(run, formats, record, facts)
  } finally {
    await close()
  }
}

type Shown = [record: object, facts: readonly Fact[]]

function ofErased(id: string, { erasedAt }: { erasedAt: string }): Shown {
  const state = `erased at ${erasedAt}`
  return [
    { id, state },
    [
      { label: 'ID', value: id },
      { label: 'State', value: state },
    ],
  ]
}

function ofCertificate({ siteUrl }: Registry, evidence: CertificateEvidence): Shown {
  const { facts, revoked, voidedBy, logIndex } = evidence.certificate
  const address = certificateAddress(siteUrl, facts.id)
  const taken = revoked ? `revoked at ${revoked.at}: ${revoked.reason}` : undefined
  const state = voidedBy ? whyVoid(voidedBy) : (taken ?? 'stands')
  return [
    { ...facts, address, entry: logIndex, state },
    [
      { label: 'ID', value: facts.id },
      { label: 'Holder', value: facts.holder },
      { label: 'Domain', value: facts.domain },
      { label: 'Duration', value: facts.duration },
      { label: 'Verified on', value: facts.verifiedOn },
      { label: 'Address', value: address },
      { label: 'Entry', value: String(logIndex) },
      { label: 'State', value: state },
      { label: 'Before', value: voidedBy && taken },
      { label: 'Receipt', value: holderReceipt(evidence) },
    ],
  ]
}
