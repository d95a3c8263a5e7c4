import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import type { Config } from '#server/config.ts'
import { type Conflict, findIssued, type Issued } from '#server/registry/issuing/find-issued.ts'
import { issueCertificates } from '#server/registry/issuing/issue-certificates.ts'
import type { Order } from '#server/registry/issuing/order.ts'
import { checkOrder, type Mistake, readOrders } from './read-orders.ts'
import type { Registry } from '#server/registry/registry.ts'
import { openCertificatesToIssue } from '#server/services.ts'
import type { Command } from './command.ts'
import { csvCell, printable } from './printable-text.ts'

export const command: Command = {
  usage: `certificates issue --csv FILE [--dry-run] [--results FILE]
                             certificates for the rows of a file (docs/certificates.md)
  npm run --silent council -- certificates issue --holder NAME --domain DOMAIN --duration "4 Weeks"
                             --verified-on YYYY-MM-DD [--reference REF] [--email ADDRESS]
                             one certificate`,
  async run(config, args) {
    const values = parseOptions(args)
    if (!values || Boolean(values.csv) === Boolean(values.holder)) return false
    const orders = values.csv ? await readFileOfOrders(values.csv) : readOneOrder(values)
    if (!orders || !(await canWriteResults(values))) {
      process.exitCode = 1
      return true
    }
    const { registry, close } = await openCertificatesToIssue(config)
    try {
      const issued = await issue(registry, orders, config, values['dry-run'] ?? false)
      if (issued) await report(issued, values.results)
      else process.exitCode = 1
    } finally {
      await close()
    }
    return true
  },
}

const options = {
  csv: { type: 'string' },
  'dry-run': { type: 'boolean' },
  results: { type: 'string' },
  holder: { type: 'string' },
  domain: { type: 'string' },
  duration: { type: 'string' },
  'verified-on': { type: 'string' },
  reference: { type: 'string' },
  email: { type: 'string' },
} as const

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch {
    return undefined
  }
}

type Values = NonNullable<ReturnType<typeof parseOptions>>

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
  const { holder = '', domain = '', duration = '', reference = '', email = '' } = values
  const fields = { holder, domain, duration, reference, email }
  const checked = checkOrder({ ...fields, verified_on: values['verified-on'] ?? '' })
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
