import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import type { Config } from '#server/config.ts'
import { openCertificates, openCertificatesToIssue } from '#server/open-certificates.ts'
import type { Order } from '#server/registry/issuing/order.ts'
import {
  fieldsToCorrect,
  type OrderFields,
  ordersOfApplications,
} from '#server/registry/orders/orders-of-applications.ts'
import { checkOrder, readOrders } from '#server/registry/orders/read-orders.ts'
import type { Registry } from '#server/registry/registry.ts'
import { printable } from '#server/sheets/printable-text.ts'
import { type Command, givenText, PersonalOption } from '../command.ts'
import type { Run } from '../command-run.ts'
import { whyNotRead } from '../files-of-people.ts'
import { commandByHand } from '../issue-by-hand.ts'
import { type IssueSwitches, issueOrders } from '../issue-orders.ts'
import { canWriteResults, writeResults } from '../issue-results.ts'

export const command: Command = {
  summary: 'certificates for completed applications, for the rows of a file, or for one person',
  examples: [
    'certificates issue --from-applications --dry-run',
    'certificates issue --from-applications --results results.csv',
    'certificates issue --csv batch.csv --dry-run',
    'certificates issue --csv batch.csv --results results.csv',
    'certificates issue --csv batch.csv --results results.csv --yes',
    'certificates issue --reference NAIC-7F3K-92QD --holder "Asha Rao"',
    'certificates issue --holder "Asha Rao" --domain "Web Development" --duration "4 Weeks" --verified-on 2026-03-14',
  ],
  define(line, run) {
    const many = 'For many (docs/certificates.md):'
    const one = 'For one certificate:'
    const text = (flags: string, what: string) => new Option(flags, what).argParser(givenText)
    line
      .usage('(--from-applications | --csv <file> | --holder <name> …) [options]')
      .addOption(
        new Option('--from-applications', 'for all that are completed and have none yet')
          .helpGroup(many)
          .conflicts(['csv', ...ofOne]),
      )
      .addOption(
        text('--csv <file>', 'for the rows of a file')
          .helpGroup(many)
          .conflicts([...ofOne]),
      )
      .addOption(new PersonalOption('--holder <name>', 'who gets it').helpGroup(one))
      .addOption(text('--domain <domain>', 'the internship').helpGroup(one))
      .addOption(text('--duration <duration>', 'such as "4 Weeks"').helpGroup(one))
      .addOption(text('--verified-on <day>', 'such as 14-03-2026').helpGroup(one))
      .addOption(
        text(
          '--reference <reference>',
          'what your own records call it; of one that was revoked, only what changes is typed',
        ).helpGroup(one),
      )
      .addOption(
        text('--internship <name>', 'which of the catalogue, where a domain has several').helpGroup(
          one,
        ),
      )
      .addOption(new PersonalOption('--email <address>', 'where the holder is told').helpGroup(one))
      .option('--dry-run', 'says what would be issued, and issues nothing')
      .option('--yes', 'does not ask before it issues; without a terminal it never asks')
      .option('--allow-unknown', 'also for domains and durations that nobody can apply for')
      .option('--allow-repeat', 'also what a certificate of the last day says already')
      .addOption(text('--results <file>', 'where IDs and addresses are kept'))
      .addHelpText('after', `\n${exitCodes}`)
      .action(async (values: Values) => {
        if (!values.fromApplications && !values.csv && !values.holder) {
          line.error('none of --from-applications, --csv and --holder says for whom')
        }
        await issueAll(run, run.settings(), values)
      })
  },
}

const exitCodes = `Ends with 0 when all was issued, now or before, or would be in a dry run; with 1 when nothing was,
since a row is wrong, was asked for twice or was not agreed to, or when an application was left out
that no certificate can be made of; with 2 for options that make no sense.`

const ofOne = [
  'holder',
  'domain',
  'duration',
  'verifiedOn',
  'reference',
  'internship',
  'email',
] as const
type Switches = IssueSwitches & Partial<Record<'allowUnknown', true>>
type Values = Partial<Record<'csv' | 'results' | (typeof ofOne)[number], string>> & Switches

async function issueAll(run: Run, config: Config, values: Values): Promise<void> {
  const isCorrection = isOfBefore(values)
  const given = values.csv
    ? await readFileOfOrders(run, values.csv, values)
    : values.fromApplications || isCorrection
      ? []
      : readOneOrder(run, values)
  if (!given || !(await canWriteResults(run, values))) {
    run.exitCode = 1
    return
  }
  const open = isCorrection ? openCertificates : openCertificatesToIssue
  const { registry, close } = await open(config)
  try {
    const orders = values.fromApplications
      ? await readApplications(run, registry)
      : isCorrection
        ? await readCorrection(run, values, registry)
        : given
    const isBatch = values.csv !== undefined || values.fromApplications === true
    const issued =
      orders && (await issueOrders(run, registry, orders, config, { ...values, isBatch }))
    if (issued) await writeResults(run, issued, values.results)
    else run.exitCode = 1
  } finally {
    await close()
  }
}

/** Those that no certificate can be made of are named, and keep the others from nothing. */
async function readApplications(run: Run, { database }: Registry): Promise<Order[]> {
  const { orders, mistakes, before } = await ordersOfApplications(database)
  run.say(`${orders.length} completed application(s) without a certificate, ${before} with theirs.`)
  if (mistakes.length > 0) {
    const reasons = mistakes.map(({ reference, reason }) => printable(`${reference}: ${reason}`))
    run.say(reasons.join('\n'))
    run.say('Left out. With what is right, issue by hand, and they count as done:')
    const each = Object.values(Object.groupBy(mistakes, ({ reference }) => reference))
    for (const [first, ...more] of each.map((of = []) => of)) {
      if (first) run.say(`  ${commandByHand([first, ...more])}`)
    }
    run.exitCode = 1
  }
  return orders
}

async function readFileOfOrders(
  run: Run,
  file: string,
  values: Values,
): Promise<Order[] | undefined> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch (error) {
    run.say(`The file ${printable(file)} cannot be read: ${whyNotRead(error)}.`)
    return undefined
  }
  const read = readOrders(bytes, values)
  if (read.ok) return read.orders
  run.say(read.mistakes.map(({ line, reason }) => `line ${line}: ${printable(reason)}`).join('\n'))
  run.say(`Nothing was issued: ${file} has ${read.mistakes.length} mistake(s).`)
  return undefined
}

/** Of a certificate that was taken back, only what is to be another has to be typed. */
const isOfBefore = ({ reference, domain, duration, verifiedOn }: Values): boolean =>
  reference !== undefined && !(domain && duration && verifiedOn)

async function readCorrection(
  run: Run,
  values: Values,
  registry: Registry,
): Promise<Order[] | undefined> {
  const { reference = '' } = values
  const before = await fieldsToCorrect(registry, reference)
  if (before?.state !== 'stands') return readOneOrder(run, values, before?.fields)
  run.say(
    printable(
      `reference ${reference}: its certificate ${before.id} stands. Revoke it, then issue it again under the same reference.`,
    ),
  )
  return undefined
}

function readOneOrder(
  run: Run,
  values: Values,
  before: Partial<OrderFields> = {},
): Order[] | undefined {
  const { holder, domain, duration, verifiedOn, reference, internship, email } = values
  const typed = { holder, domain, duration, reference, internship, email, verified_on: verifiedOn }
  const given = Object.entries(typed).filter(([, value]) => value !== undefined)
  const checked = checkOrder({ ...before, ...Object.fromEntries(given) }, values)
  if (checked.ok) return [checked.order]
  run.say(checked.reasons.map(printable).join('\n'))
  return undefined
}
