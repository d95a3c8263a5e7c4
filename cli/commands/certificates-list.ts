import type { Config } from '#server/config.ts'
import { openStoredRegistry } from '#server/open-certificates.ts'
import {
  type ListedCertificate,
  listCertificates,
} from '#server/registry/issuing/list-certificates.ts'
import { tableLine } from '#server/sheets/printable-text.ts'
import { type Command, givenNumber } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../terminal/print-rows.ts'

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
  examples: [
    'certificates list',
    'certificates list > certificates.tsv',
    'certificates list --newest 1000 --csv > certificates.csv',
  ],
  define: (line, settings) =>
    addFormats(line)
      .option('--newest <number>', 'how many', givenNumber(1, 1_000_000), 50)
      .action((options: { newest: number } & Formats) => list(settings(), options)),
}

/** Tab separated, as other programs have always got them. */
const cells = ({ id, facts, reference, state }: ListedCertificate) =>
  tableLine([
    id,
    facts?.verifiedOn ?? '',
    facts?.domain ?? '',
    facts?.holder ?? '',
    reference ?? '',
    state,
  ])

async function list(config: Config, options: { newest: number } & Formats): Promise<void> {
  const { registry, close } = await openStoredRegistry(config)
  try {
    const certificates = await listCertificates(registry, options.newest)
    if (process.stdout.isTTY || options.json || options.csv)
      await printRows(certificates, columns, options)
    else for (const certificate of certificates) console.log(cells(certificate))
  } finally {
    await close()
  }
}
