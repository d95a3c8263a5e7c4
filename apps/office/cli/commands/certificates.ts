import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { planIssue, toOrderRows, type OrderRow } from '#orders/order-summary.ts'
import { readOrders } from '#orders/read-orders.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { counted, printable, printableLines } from '@naic/store/sheets/printable-text.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { findEvidence, holderReceipt } from '@naic/registry/certificate-evidence.ts'
import { eraseCertificate, lettersOf } from '@naic/registry/issuing/erase-certificate.ts'
import { findReadable } from '@naic/registry/issuing/find-certificate.ts'
import {
  type Conflict,
  type Issued,
  issueCertificates,
} from '@naic/registry/issuing/issue-certificates.ts'
import { whyVoid } from '@naic/registry/issuing/stored-certificate.ts'
import { certificateAddress } from '@naic/registry/registry.ts'
import type { AddCommands, Agreement, Run } from '../command-run.ts'
import { forgetInFiles } from '../forget-in-files.ts'
import { yes } from '../options.ts'
import { type Column, type Format, printJson, printRows } from '../print.ts'

/** Certificates of a sheet, and one that was issued. All else is done at the desk. */
export const add: AddCommands = (program, run) => {
  const certificates = program
    .command('certificates')
    .description('certificates: issued from a sheet, shown, erased')

  certificates
    .command('issue')
    .description(
      'certificates for the rows of a sheet (docs/certificates.md); all of them, or none',
    )
    .requiredOption('--sheet <file>', '.xlsx or CSV')
    .option('--with-email', 'signs a hash of the email address too, which anybody can guess from')
    .option('--allow-repeat', 'also what a certificate of the last day says already')
    .option('--json', 'for programs: a list of IDs and addresses')
    .option(...yes)
    .addHelpText('after', '\nExample: council certificates issue --sheet batch.csv')
    .action((values: IssueOptions) => issue(run, values))

  certificates
    .command('show')
    .description('all about one certificate, with its receipt')
    .argument('<id>', 'its ID, as people write it')
    .option('--json', 'for programs: one object')
    .addHelpText('after', '\nExample: council certificates show NAIC25A7K2M')
    .action((id: string, format: Format) => show(run, cleanCertificateId(id), format))

  certificates
    .command('erase')
    .description(
      "destroys what a certificate says, at its holder's request; nothing brings it back",
    )
    .argument('<id>', 'its ID, as people write it')
    .option(...yes)
    .addHelpText('after', '\nExample: council certificates erase NAIC25A7K2M --yes')
    .action((id: string, agreement: Agreement) => erase(run, cleanCertificateId(id), agreement))
}

type IssueOptions = Agreement & Format & { sheet: string; withEmail?: true; allowRepeat?: true }

const orderColumns: readonly Column<OrderRow>[] = [
  { key: 'reference', title: 'Reference', of: ({ order }) => order.reference ?? null },
  { key: 'holder', title: 'Holder', of: ({ order }) => order.holder, most: 32 },
  { key: 'domain', title: 'Domain', of: ({ order }) => order.domain },
  { key: 'duration', title: 'Duration', of: ({ order }) => order.duration },
  { key: 'verified_on', title: 'Verified on', of: ({ order }) => order.verifiedOn },
  { key: 'internship', title: 'Internship', of: ({ internship }) => internship, most: 32 },
  { key: 'said_too', title: 'Said too', of: ({ given }) => given.join(', ') },
  { key: 'letter_to', title: 'Letter to', of: ({ order }) => order.email ?? null, most: 32 },
  {
    key: 'look_at',
    title: 'Look at',
    of: ({ marks, repeats }) => [...marks, ...(repeats ? [repeats] : [])].join('; '),
  },
]

const issuedColumns: readonly Column<Issued>[] = (
  ['reference', 'id', 'address', 'state'] as const
).map((key) => ({ key, title: key, of: (issued) => issued[key] ?? '' }))

async function issue(run: Run, values: IssueOptions): Promise<void> {
  const config = run.settings()
  const bytes = await readFile(values.sheet).catch(({ code }: NodeJS.ErrnoException) =>
    run.fail(`Nothing was issued: ${printable(values.sheet)} cannot be read (${code}).`),
  )
  if (!bytes) return
  // A registry begins with the first certificate, and not with a mistake in a sheet.
  const read = readOrders(await readTable(bytes))
  if (!read.ok) {
    run.say(read.mistakes.map(({ where, reason }) => `${where}: ${printable(reason)}`).join('\n'))
    return run.fail(`Nothing was issued: ${counted(read.mistakes.length, 'mistake')}.`)
  }
  const { orders } = read
  for (const order of orders) order.withEmail = values.withEmail
  await using opened = await openCertificates(config, 'to issue')
  const { registry } = opened
  const plan = await planIssue(registry, orders, config.siteUrl, values.allowRepeat)
  if (plan.state === 'conflicts') return failForConflicts(run, plan.conflicts)
  if (plan.state === 'other site') {
    return run.fail(
      `Nothing was issued: SITE_URL is ${config.siteUrl}, and this registry was made for ${plan.registrySite}. Set SITE_URL to that, or begin with an empty DATA_DIR.`,
    )
  }
  const { fresh, repeats } = plan
  if (fresh.length > 0) {
    if (!values.yes) printRows(run, toOrderRows(fresh, repeats), orderColumns, values)
    if (repeats.length > 0) {
      return run.fail(
        `Nothing was issued: ${repeats.length} of ${fresh.length} would say what a certificate of the last day, or another row, says already. If that is meant, use --allow-repeat.`,
      )
    }
    if (!run.isAgreed(values, 'Nothing was issued')) return
  }
  const result = await issueCertificates(registry, orders, config.account)
  if (result.state !== 'issued') return failForConflicts(run, result.conflicts)
  const { certificates } = result
  printRows(run, certificates, issuedColumns, values)
  const before = certificates.filter(({ state }) => state !== 'issued').length
  run.say(`${certificates.length - before} issued, ${before} issued before.`)
}

function failForConflicts(run: Run, conflicts: readonly Conflict[]): void {
  const lines = conflicts.map(({ reference, id }) =>
    printable(`reference ${reference}: its certificate ${id} says something else`),
  )
  run.fail(`${lines.join('\n')}\nNothing was issued. A certificate is corrected at the desk.`)
}

async function show(run: Run, id: string, format: Format): Promise<void> {
  await using opened = await openCertificates(run.settings())
  const { registry } = opened
  const found = await findEvidence(registry, id)
  if (!found) return run.fail(`There is no certificate ${id}.`)
  if ('erasedAt' in found) {
    return printFacts(run, format, { id, state: `erased at ${found.erasedAt}` })
  }
  const { facts, revoked, voidedBy, logIndex, corrects, correctedBy } = found.certificate
  const taken = revoked ? `revoked at ${revoked.at}: ${revoked.reason}` : undefined
  const shown = {
    ...facts,
    address: certificateAddress(registry.siteUrl, facts.id),
    entry: logIndex,
    state: voidedBy ? whyVoid(voidedBy) : (taken ?? 'stands'),
    before: voidedBy && taken,
    corrects,
    correctedBy,
  }
  printFacts(run, format, shown, holderReceipt(found, undefined))
}

/** Prints one thing whole, with a receipt that has lines of its own. */
function printFacts(run: Run, { json }: Format, facts: object, receipt?: string): void {
  if (json) return printJson(run, { ...facts, receipt })
  for (const [name, value] of Object.entries(facts)) {
    if (/string|number/.test(typeof value)) run.print(printable(`${name}: ${value}`))
  }
  if (receipt !== undefined) run.print(`\n${printableLines(receipt.trimEnd())}`)
}

const removed = `Removed: what the certificate says (the holder's name, programme, duration and date), and the
letter about it.`
const kept = `Kept: its ID, its hash and its entry in the log, since the log can only grow and every other
certificate is proven by it; its place in the status list; its reference, which stays used.`

async function erase(run: Run, id: string, agreement: Agreement): Promise<void> {
  const config = run.settings()
  const { registry, close } = await openCertificates(config, 'unchecked')
  try {
    const found = await findReadable(registry, id)
    if (!found) return run.fail(`There is no certificate ${id}.`)
    const shown = `${id}${whose(found)}\n${removed}\n${kept}`
    if (!run.isAgreed(agreement, 'Nothing was erased', shown)) return
    const result = await eraseCertificate(registry.database, id, config.account)
    if (result.state === 'unknown') return run.fail(`There is no certificate ${id}.`)
    if (result.state === 'already') run.print(`${id} was erased at ${result.at} already.`)
    else run.print(`${id} is erased.\n${removed}\n${kept}`)
  } finally {
    await close()
  }
  for (const letter of lettersOf(id)) {
    await rm(path.join(config.dataDir, 'mail', `${letter}.eml`), { force: true })
  }
  if (!forgetInFiles(run, config)) return
  const ofPostgres =
    'PostgreSQL keeps what was deleted until it vacuums the table credential, and in its own logs (docs/operating.md). '
  run.print(
    `${config.database ? ofPostgres : ''}Backups that were made before still have it, until the last of them is deleted.`,
  )
}

function whose(found: NonNullable<Awaited<ReturnType<typeof findReadable>>>): string {
  if ('facts' in found) return printable(`: ${found.facts.holder}, ${found.facts.domain}`)
  return found.state === 'erased' ? '' : ', which is not as it was signed'
}
