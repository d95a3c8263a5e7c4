import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SingleBar } from 'cli-progress'
import { Option } from 'commander'
import type { Config } from '#server/config.ts'
import { type Conflict, findIssued, type Issued } from '#server/registry/issuing/find-issued.ts'
import { issueCertificates } from '#server/registry/issuing/issue-certificates.ts'
import type { Order } from '#server/registry/issuing/order.ts'
import { checkOrder, type Mistake, readOrders } from './read-orders.ts'
import type { Registry } from '#server/registry/registry.ts'
import { openCertificatesToIssue } from '#server/open-certificates.ts'
import { type Command, givenText } from './command.ts'
import { csvCell, printable } from './printable-text.ts'

export const command: Command = {
  summary: 'certificates for the rows of a file, or one certificate',
  examples: [
    'certificates issue --csv batch.csv --dry-run',
    'certificates issue --csv batch.csv --results results.csv',
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
      .addOption(text('--email <address>', 'where the holder is told').helpGroup(one))
      .option('--dry-run', 'says what would be issued, and issues nothing')
      .addOption(text('--results <file>', 'where IDs and addresses are kept'))
      .action(async (values: Values) => {
        if (!values.csv && !values.holder) line.error('neither --csv nor --holder says for whom')
        await issueAll(settings(), values)
      })
  },
}

const ofOne = ['holder', 'domain', 'duration', 'verifiedOn', 'reference', 'email'] as const
type Values = Partial<Record<'csv' | 'results' | (typeof ofOne)[number], string>> & {
  dryRun?: true
}

async function issueAll(config: Config, values: Values): Promise<void> {
  const orders = values.csv ? await readFileOfOrders(values.csv) : readOneOrder(values)
  if (!orders || !(await canWriteResults(values))) {
    process.exitCode = 1
    return
  }
  const { registry, close } = await openCertificatesToIssue(config)
  try {
    const issued = await issue(registry, orders, config, values.dryRun ?? false)
    if (issued) await report(issued, values.results)
    else process.exitCode = 1
  } finally {
    await close()
  }
}

async function readFileOfOrders(file: string): Promise<Order[] | undefined> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch {
    console.error(`The file ${file} cannot be read.`)
    return undefined
  }
  const read = readOrders(bytes)
  if (read.ok) return read.orders
  console.error(
    read.mistakes
      .map(({ line, reason }: Mistake) => `line ${line}: ${printable(reason)}`)
      .join('\n'),
  )
  console.error(`Nothing was issued: ${file} has ${read.mistakes.length} mistake(s).`)
  return undefined
}

function readOneOrder(values: Values): Order[] | undefined {
  const { verifiedOn = '', csv: _csv, results: _results, dryRun: _dryRun, ...fields } = values
  const checked = checkOrder({ ...fields, verified_on: verifiedOn })
  if (checked.ok) return [checked.order]
  console.error(checked.reasons.map(printable).join('\n'))
  return undefined
}

/** Found out before anything is issued; what stands in the file is left as it is. */
async function canWriteResults({ csv, results }: Values): Promise<boolean> {
  if (results === undefined) return true
  if (csv && path.resolve(csv) === path.resolve(results)) {
    console.error('Nothing was issued: --results is the file of --csv. Give it another name.')
    return false
  }
  try {
    await (await open(results, 'a', 0o600)).close()
    return true
  } catch (error) {
    console.error(
      `Nothing was issued: the results cannot be written to ${results} (${(error as Error).message}).`,
    )
    return false
  }
}

/** @returns undefined when nothing may be issued; why was said. */
async function issue(
  registry: Registry,
  orders: readonly Order[],
  { siteUrl }: Config,
  isDryRun: boolean,
): Promise<Issued[] | undefined> {
  if (siteUrl !== registry.siteUrl) {
    console.error(
      `Nothing was issued: SITE_URL is ${siteUrl}, and this registry was made for ${registry.siteUrl}. Set SITE_URL to that, or begin with an empty DATA_DIR.`,
    )
    return undefined
  }
  const { issued, conflicts } = await findIssued(registry, orders)
  if (conflicts.length > 0) return sayConflicts(conflicts)
  if (isDryRun) {
    console.error(
      `${orders.length} rows are right: ${orders.length - issued.size} would be issued, ${countBefore([...issued.values()])}. Nothing was done.`,
    )
    return []
  }
  const bar = new SingleBar({ format: 'Signing {bar} {value}/{total}, {eta_formatted} left' })
  if (process.stderr.isTTY) bar.start(orders.length - issued.size, 0)
  try {
    const result = await issueCertificates(registry, orders, (count) => bar.update(count))
    return result.state === 'issued' ? result.certificates : sayConflicts(result.conflicts)
  } finally {
    bar.stop()
  }
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

async function report(issued: readonly Issued[], file: string | undefined): Promise<void> {
  if (issued.length === 0) return
  const rows = issued.map(({ reference, id, address, state }) =>
    [csvCell(reference ?? ''), id, address, state].join(','),
  )
  const csv = ['reference,id,address,state', ...rows, ''].join('\r\n')
  if (file) await writeResults(file, csv)
  else process.stdout.write(csv)
  const before = issued.filter(({ state }) => state !== 'issued')
  console.error(`${issued.length - before.length} issued, ${countBefore(before)}.`)
}

function countBefore(issued: readonly Issued[]): string {
  const revoked = issued.filter(({ state }) => state === 'revoked').length
  const count = `${issued.length} issued before`
  return revoked > 0 ? `${count}, ${revoked} of them revoked since` : count
}

async function writeResults(file: string, csv: string): Promise<void> {
  try {
    await writeFile(file, csv, { mode: 0o600 })
  } catch (error) {
    process.stdout.write(csv)
    console.error(`${file} could not be written (${(error as Error).message}); here they are.`)
    process.exitCode = 1
  }
}
