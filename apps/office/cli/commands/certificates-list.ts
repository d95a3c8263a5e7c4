import { openStoredRegistry } from '@naic/installation/open-certificates.ts'
import {
  type ListedCertificate,
  listCertificates,
} from '@naic/registry/issuing/find-certificate.ts'
import { type Command, givenNumber } from '../command.ts'
import type { Run } from '../command-run.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

const columns: readonly Column<ListedCertificate>[] = [
  { key: 'id', title: 'ID', of: ({ id }) => id },
  { key: 'verified_on', title: 'Verified on', of: ({ facts }) => facts?.verifiedOn ?? '' },
  { key: 'domain', title: 'Domain', of: ({ facts }) => facts?.domain ?? '' },
  { key: 'duration', title: 'Duration', of: ({ facts }) => facts?.duration ?? '' },
  { key: 'holder', title: 'Holder', of: ({ facts }) => facts?.holder ?? '' },
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'issued_at', title: 'Issued at', of: ({ issuedAt }) => issuedAt, kind: 'time' },
  { key: 'state', title: 'State', of: ({ state }) => state },
]

export const command: Command = {
  summary: 'the newest certificates, newest first',
  examples: ['certificates list', 'certificates list --newest 1000 --csv > certificates.csv'],
  define: (line, run) =>
    addFormats(line)
      .option('--newest <number>', 'how many', givenNumber(1, 1_000_000), 50)
      .action((options: { newest: number } & Formats) => list(run, options)),
}

async function list(run: Run, options: { newest: number } & Formats): Promise<void> {
  const { registry, close } = await openStoredRegistry(run.settings())
  try {
    await printRows(run, await listCertificates(registry, options.newest), columns, options)
  } finally {
    await close()
  }
}
