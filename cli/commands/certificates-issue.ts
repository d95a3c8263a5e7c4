import { readFile } from 'node:fs/promises'
import { SingleBar } from 'cli-progress'
import { Option } from 'commander'
import type { Config } from '#server/config.ts'
import { type Conflict, findIssued, type Issued } from '#server/registry/issuing/find-issued.ts'
import { findRepeats } from '#server/registry/issuing/find-repeats.ts'
import { issueCertificates } from '#server/registry/issuing/issue-certificates.ts'
import type { Order } from '#server/registry/issuing/order.ts'
import type { Registry } from '#server/registry/registry.ts'
import { openCertificatesToIssue } from '#server/open-certificates.ts'
import { agrees, canAsk } from '../terminal/ask.ts'
import { type Command, givenText } from '../command.ts'
import { canWriteResults, countBefore, writeResults } from '../issue-results.ts'
import {
  describeBatch,
  describeOrder,
  describeRepeats,
} from '#server/registry/orders/order-summary.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { checkOrder, readOrders } from '#server/registry/orders/read-orders.ts'

export const command: Command = {
  summary: 'certificates for the rows of a file, or one certificate',
  examples: [
    'certificates issue --csv batch.csv --dry-run',
    'certificates issue --csv batch.csv --results results.csv',
    'certificates issue --csv batch.csv --results results.csv --yes',
    'certificates issue --holder "Asha Rao" --domain "Web Development" --duration "4 Weeks" --verified-on 2026-03-14',
  ],
  define(line, settings) {
    const rows = 'For the rows of a file (docs/certificates.md):'
    const one = 'For one certificate:'
    const text = (flags: string, what: string) => new Option(flags, what).argParser(givenText)
    line
      .usage('(--csv <file> | --holder <name> …) [options]')
      .addOption(
        text('--csv <file>', 'what is to be issued')
          .helpGroup(rows)
          .conflicts([...ofOne]),
      )
      .addOption(text('--holder <name>', 'who gets it').helpGroup(one))
      .addOption(text('--domain <domain>', 'the internship').helpGroup(one))
      .addOption(text('--duration <duration>', 'such as "4 Weeks"').helpGroup(one))
      .addOption(text('--verified-on <day>', 'such as 2026-03-14').helpGroup(one))
      .addOption(text('--reference <reference>', 'what your own records call it').helpGroup(one))
      .addOption(
        text('--internship <name>', 'which of the catalogue, where a domain has several').helpGroup(
          one,
        ),
      )
      .addOption(text('--email <address>', 'where the holder is told').helpGroup(one))
      .option('--dry-run', 'says what would be issued, and issues nothing')
      .option('--yes', 'does not ask before it issues; without a terminal it never asks')
      .option('--allow-unknown', 'also for domains and durations that nobody can apply for')
      .option('--allow-repeat', 'also what a certificate of the last day says already')
      .addOption(text('--results <file>', 'where IDs and addresses are kept'))
      .addHelpText('after', `\n${exitCodes}`)
      .action(async (values: Values) => {
        if (!values.csv && !values.holder) line.error('neither --csv nor --holder says for whom')
        await issueAll(settings(), values)
      })
  },
}

const exitCodes = `Ends with 0 when all was issued, now or before, or would be in a dry run; with 1 when nothing was,
since a row is wrong, was asked for twice or was not agreed to; with 2 for options that make no sense.`

const ofOne = [
  'holder',
  'domain',
  'duration',
  'verifiedOn',
  'reference',
  'internship',
  'email',
] as const
type Switches = Partial<Record<'dryRun' | 'yes' | 'allowUnknown' | 'allowRepeat', true>>
type Values = Partial<Record<'csv' | 'results' | (typeof ofOne)[number], string>> & Switches

async function issueAll(config: Config, values: Values): Promise<void> {
  const orders = values.csv ? await readFileOfOrders(values.csv, values) : readOneOrder(values)
  if (!orders || !(await canWriteResults(values))) {
    process.exitCode = 1
    return
  }
  const { registry, close } = await openCertificatesToIssue(config)
  try {
    const issued = await issue(registry, orders, config, values)
    if (issued) await writeResults(issued, values.results)
    else process.exitCode = 1
  } finally {
    await close()
  }
}

async function readFileOfOrders(file: string, values: Values): Promise<Order[] | undefined> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch {
    console.error(`The file ${file} cannot be read.`)
    return undefined
  }
  const read = readOrders(bytes, values)
  if (read.ok) return read.orders
  console.error(
    read.mistakes.map(({ line, reason }) => `line ${line}: ${printable(reason)}`).join('\n'),
  )
  console.error(`Nothing was issued: ${file} has ${read.mistakes.length} mistake(s).`)
  return undefined
}

function readOneOrder(values: Values): Order[] | undefined {
  const {
    holder = '',
    domain = '',
    duration = '',
    reference = '',
    internship = '',
    email = '',
  } = values
  const fields = {
    holder,
    domain,
    duration,
    reference,
    internship,
    email,
    verified_on: values.verifiedOn ?? '',
  }
  const checked = checkOrder(fields, values)
  if (checked.ok) return [checked.order]
  console.error(checked.reasons.map(printable).join('\n'))
  return undefined
}

/** @returns undefined when nothing may be issued; why was said. */
async function issue(
  registry: Registry,
  orders: readonly Order[],
  { siteUrl }: Config,
  values: Values,
): Promise<Issued[] | undefined> {
  if (siteUrl !== registry.siteUrl) {
    console.error(
      `Nothing was issued: SITE_URL is ${siteUrl}, and this registry was made for ${registry.siteUrl}. Set SITE_URL to that, or begin with an empty DATA_DIR.`,
    )
    return undefined
  }
  const { issued, conflicts } = await findIssued(registry, orders)
  if (conflicts.length > 0) return sayConflicts(conflicts)
  const fresh = orders.filter(({ reference }) => !reference || !issued.has(reference))
  if (values.dryRun) describe(fresh, values)
  if (!(await mayIssue(registry, fresh, values))) return undefined
  if (values.dryRun) {
    console.error(
      `${orders.length} rows are right: ${fresh.length} would be issued, ${countBefore([...issued.values()])}. Nothing was done.`,
    )
    return []
  }
  const bar = new SingleBar({ format: 'Signing {bar} {value}/{total}, {eta_formatted} left' })
  if (process.stderr.isTTY) bar.start(fresh.length, 0)
  try {
    const result = await issueCertificates(registry, orders, (count) => bar.update(count))
    return result.state === 'issued' ? result.certificates : sayConflicts(result.conflicts)
  } finally {
    bar.stop()
  }
}

function describe(orders: readonly Order[], { csv }: Values): void {
  const [order] = orders
  if (order) console.error(csv ? describeBatch(orders) : describeOrder(order))
}

/**
 * What another certificate says already is for a person to decide, who must say so. For all else,
 * whoever starts the command without a terminal has decided.
 */
async function mayIssue(
  registry: Registry,
  orders: readonly Order[],
  values: Values,
): Promise<boolean> {
  const repeats = values.allowRepeat ? [] : await findRepeats(registry, orders)
  const asks = orders.length > 0 && !values.dryRun && !values.yes && canAsk()
  if (asks) describe(orders, values)
  if (repeats.length > 0) console.error(describeRepeats(repeats))
  if (asks) {
    const all = `${orders.length} certificate${orders.length === 1 ? '' : 's'}`
    const again = repeats.length > 0 ? `, ${repeats.length} of them once more` : ''
    const isAgreed = await agrees(`Issue ${all}${again}?`)
    if (!isAgreed) console.error('Nothing was issued.')
    return isAgreed
  }
  if (repeats.length > 0) {
    console.error(
      `Nothing was issued: ${repeats.length} of ${orders.length} would say what a certificate of the last day, or another row, says already. If that is meant, use --allow-repeat.`,
    )
  }
  return repeats.length === 0
}

function sayConflicts(conflicts: readonly Conflict[]): undefined {
  console.error(
    conflicts
      .map(({ reference, id }) =>
        printable(`reference ${reference}: its certificate ${id} says something else`),
      )
      .join('\n'),
  )
  console.error(
    'Nothing was issued. To correct a certificate, revoke it and issue anew under another reference.',
  )
}
