import path from 'node:path'
import { open, readFile, writeFile } from 'node:fs/promises'
import { Option } from 'commander'
import type { Config } from '@naic/installation/config.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import { openCertificates, openCertificatesToIssue } from '@naic/installation/open-certificates.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import type { Conflict, Issued } from '@naic/registry/issuing/issued-before.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import {
  describeBatch,
  describeOrder,
  describeRepeats,
  listOrders,
  planIssue,
} from '#orders/order-summary.ts'
import {
  type LeftOut,
  type OrderFields,
  fieldsToCorrect,
  ordersOfApplications,
} from '#orders/orders-of-applications.ts'
import { checkOrder, readOrders } from '#orders/read-orders.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { csvCell, printable } from '@naic/platform/sheets/printable-text.ts'
import { agrees, canAsk } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { type Command, PersonalOption, givenText } from '../command.ts'
import { whyNoPlace, whyNotRead } from '../files-of-people.ts'
import { withProgress } from '../progress.ts'
import { shellWord } from '../asked-by-reference.ts'

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
  const openThem = isCorrection ? openCertificates : openCertificatesToIssue
  const { registry, close } = await openThem(config)
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

type IssueSwitches = Partial<Record<'dryRun' | 'yes' | 'allowRepeat' | 'fromApplications', true>>

/**
 * Looks at orders, asks where somebody can be asked, and carries them out.
 *
 * @param switches as they are typed; `isBatch` where there may be many. Those from
 *   applications are named, since nobody has seen a table of them.
 * @returns undefined when nothing may be issued; why was said.
 */
async function issueOrders(
  run: Run,
  registry: Registry,
  orders: readonly Order[],
  config: Config,
  switches: IssueSwitches & { isBatch: boolean },
): Promise<Issued[] | undefined> {
  const plan = await planIssue(registry, orders, config.siteUrl, switches.allowRepeat)
  if (plan.state === 'other site') {
    run.say(
      `Nothing was issued: SITE_URL is ${config.siteUrl}, and this registry was made for ${plan.registrySite}. Set SITE_URL to that, or begin with an empty DATA_DIR.`,
    )
    return undefined
  }
  if (plan.state === 'conflicts') return sayConflicts(run, plan.conflicts)
  const { fresh, before, repeats } = plan
  const asks = fresh.length > 0 && !switches.dryRun && !switches.yes && canAsk(run)
  const [first] = fresh
  if (first && (switches.dryRun || asks)) {
    if (switches.fromApplications) run.say(listOrders(fresh))
    run.say(switches.isBatch ? describeBatch(fresh) : describeOrder(first))
  }
  if (repeats.length > 0) run.say(describeRepeats(repeats))
  const mayIssue = asks
    ? await areAgreed(run, fresh.length, repeats.length)
    : isNoneTwice(run, fresh.length, repeats.length)
  if (!mayIssue) return undefined
  if (!switches.dryRun) return carryOut(run, registry, orders, fresh.length, config)
  run.say(
    `${orders.length === 1 ? '1 row is' : `${orders.length} rows are`} right: ${fresh.length} would be issued, ${countBefore(before)}. Nothing was done.`,
  )
  return []
}

async function areAgreed(run: Run, fresh: number, repeats: number): Promise<boolean> {
  const all = `${fresh} certificate${fresh === 1 ? '' : 's'}`
  const again = repeats > 0 ? `, ${repeats} of them once more` : ''
  const isAgreed = await agrees(run, `Issue ${all}${again}?`)
  if (!isAgreed) run.say('Nothing was issued.')
  return isAgreed
}

/**
 * What another certificate says already is for a person to decide, who must say so. For all else,
 * whoever starts the command without a terminal has decided.
 */
function isNoneTwice(run: Run, fresh: number, repeats: number): boolean {
  if (repeats > 0) {
    run.say(
      `Nothing was issued: ${repeats} of ${fresh} would say what a certificate of the last day, or another row, says already. If that is meant, use --allow-repeat.`,
    )
  }
  return repeats === 0
}

async function carryOut(
  run: Run,
  registry: Registry,
  orders: readonly Order[],
  fresh: number,
  { account }: Config,
): Promise<Issued[] | undefined> {
  const result = await withProgress(run, 'Signing', (tell) =>
    issueCertificates(
      registry,
      orders,
      (count) => tell(count, fresh),
      (count) => [
        enterDeed(
          registry.database,
          account,
          { did: 'certificates issue', detail: `${count} issued` },
          new Date(),
        ),
      ],
    ),
  )
  return result.state === 'issued' ? result.certificates : sayConflicts(run, result.conflicts)
}

function sayConflicts(run: Run, conflicts: readonly Conflict[]): undefined {
  run.say(
    conflicts
      .map(({ reference, id }) =>
        printable(`reference ${reference}: its certificate ${id} says something else`),
      )
      .join('\n'),
  )
  run.say(
    'Nothing was issued. To correct a certificate, revoke it, and issue it again under the same reference.',
  )
}

/** What stands for a value that is not known, or cannot stay as it is. */
const blanks: readonly (readonly [keyof OrderFields, string])[] = [
  ['reference', 'REFERENCE'],
  ['holder', 'NAME AS IT SHOULD STAND'],
  ['domain', 'DOMAIN'],
  ['duration', 'DURATION'],
  ['verified_on', 'DAY'],
  ['internship', 'INTERNSHIP'],
  ['email', 'ADDRESS'],
]

/**
 * @param leftOut an application that no certificate can be made of, with each of its reasons.
 * @returns the command that makes one, to be pasted into a shell; words in capitals are to be replaced.
 */
function commandByHand(leftOut: readonly [LeftOut, ...LeftOut[]]): string {
  const [{ known }] = leftOut
  const isWrong = (field: string) => leftOut.some(({ reason }) => reason.startsWith(`${field} `))
  const options = blanks.map(([field, blank]) => {
    const value = isWrong(field) ? blank : known[field] || blank
    return `--${field.replace('_', '-')} ${shellWord(printable(value))}`
  })
  return `npm run --silent council -- certificates issue ${options.join(' ')}`
}

/** Found out before anything is issued; what stands in the file is left as it is. */
async function canWriteResults(
  run: Run,
  {
    csv,
    results,
  }: {
    csv?: string
    results?: string
  },
): Promise<boolean> {
  if (results === undefined) return true
  if (csv && path.resolve(csv) === path.resolve(results)) {
    run.say('Nothing was issued: --results is the file of --csv. Give it another name.')
    return false
  }
  const why = await whyNoPlace(results)
  if (why) {
    run.say(`Nothing was issued: ${printable(results)} ${why}.`)
    return false
  }
  try {
    await (await open(results, 'a', 0o600)).close()
    return true
  } catch (error) {
    run.say(
      `Nothing was issued: the results cannot be written to ${results} (${(error as Error).message}).`,
    )
    return false
  }
}

/** @param file where IDs and addresses go; undefined for what the command prints. */
async function writeResults(
  run: Run,
  issued: readonly Issued[],
  file: string | undefined,
): Promise<void> {
  if (issued.length === 0) return
  const rows = issued.map(({ reference, id, address, state }) =>
    [csvCell(reference ?? ''), id, address, state].join(','),
  )
  const csv = ['reference,id,address,state', ...rows, ''].join('\r\n')
  if (file) await write(run, file, csv)
  else run.stdout.write(csv)
  const before = issued.filter(({ state }) => state !== 'issued')
  run.say(`${issued.length - before.length} issued, ${countBefore(before)}.`)
}

/** @param issued before, as the command says it. */
function countBefore(issued: readonly Issued[]): string {
  const since = (['revoked', 'erased'] as const).flatMap((what) => {
    const count = issued.filter(({ state }) => state === what).length
    return count > 0 ? [`, ${count} of them ${what} since`] : []
  })
  return [`${issued.length} issued before`, ...since].join('')
}

async function write(run: Run, file: string, csv: string): Promise<void> {
  try {
    await writeFile(file, csv, { mode: 0o600 })
  } catch (error) {
    run.stdout.write(csv)
    run.say(`${file} could not be written (${(error as Error).message}); here they are.`)
    run.exitCode = 1
  }
}
