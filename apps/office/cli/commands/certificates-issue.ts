import { createWriteStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Option } from 'commander'
import {
  describeBatch,
  describeOrder,
  describeRepeats,
  listOrders,
  planIssue,
} from '#orders/order-summary.ts'
import { issuedColumns } from '#orders/issued-columns.ts'
import {
  fieldsToCorrect,
  type OrderFields,
  ordersOfApplications,
} from '#orders/orders-of-applications.ts'
import { checkOrder, readOrders } from '#orders/read-orders.ts'
import type { Config } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { csvCell, printable } from '@naic/store/sheets/printable-text.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { sheetKindOf, writeSheet } from '@naic/store/sheets/write-sheet.ts'
import {
  type Conflict,
  issueCertificates,
  type Issued,
} from '@naic/registry/issuing/issue-certificates.ts'
import type { Order } from '@naic/registry/issuing/order.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { agrees, canAsk, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText, PersonalOption, readNamedFile } from '../command.ts'
import { counted } from '../print.ts'
import { withProgress } from '../progress.ts'

export const commands: Commands = {
  'certificates issue': {
    summary: 'certificates for completed applications, for the rows of a sheet, or for one person',
    examples: [
      'certificates issue --from-applications --dry-run',
      'certificates issue --from-applications --results results.csv',
      'certificates issue --from-applications --with-college --hours 80 --dry-run',
      'certificates issue --sheet batch.csv --dry-run',
      'certificates issue --sheet batch.csv --results results.csv',
      'certificates issue --reference NAIC-7F3K-92QD --holder "Asha Rao"',
      'certificates issue --holder "Asha Rao" --domain "Web Development" --duration "4 Weeks" --verified-on 2026-03-14',
    ],
    define(line, run) {
      const text = (flags: string, what: string) => new Option(flags, what).argParser(givenText)
      const forMany = (option: Option, ...others: string[]) =>
        line.addOption(
          option.helpGroup('For many (docs/certificates.md):').conflicts([...others, ...ofOne]),
        )
      const forOne = (option: Option) => line.addOption(option.helpGroup('For one certificate:'))
      line.usage('(--from-applications | --sheet <file> | --holder <name> …) [options]')
      forMany(
        new Option('--from-applications', 'for all that are completed and have none yet'),
        'sheet',
      )
      forMany(text('--sheet <file>', 'for the rows of a sheet, .xlsx or CSV'))
      forOne(new PersonalOption('--holder <name>', 'who gets it'))
      forOne(text('--domain <domain>', 'the internship'))
      forOne(text('--duration <duration>', 'such as "4 Weeks"'))
      forOne(text('--verified-on <day>', 'such as 14-03-2026'))
      forOne(
        text(
          '--reference <reference>',
          'what your own records call it; of one that was revoked, only what changes is typed',
        ),
      )
      forOne(text('--internship <name>', 'which of the catalogue, if a domain has several'))
      forOne(new PersonalOption('--email <address>', 'for the letter to the holder'))
      const given = (flags: string, what: string) =>
        line.addOption(
          text(flags, what).helpGroup('For one, or all from applications:').conflicts('sheet'),
        )
      given('--started-on <day>', 'its first day, such as 02-02-2026')
      given('--ended-on <day>', 'its last day')
      given('--hours <number>', 'how many it took, such as 80')
      given('--credits <number>', 'academic credits, such as 2 or 2.5')
      forOne(text('--college <name>', 'where the holder studies'))
      line
        .addOption(
          new Option('--with-college', 'signs the college that each application names')
            .helpGroup('For one, or all from applications:')
            .conflicts(['sheet', ...ofOne]),
        )
        .option(
          '--with-email',
          'signs a hash of the e-mail address too, which anybody can guess from',
        )
        .option('--dry-run', 'says what would be issued, and issues nothing')
        .option('--yes', 'does not ask before it issues; without a terminal it never asks')
        .option('--allow-unknown', 'also for domains and durations that nobody can apply for')
        .option('--allow-repeat', 'also what a certificate of the last day says already')
        .addOption(text('--results <file>', 'where IDs and addresses are kept: .xlsx or .csv'))
        .addHelpText('after', `\n${exitCodes}`)
        .action(async (values: Values) => {
          if (!values.fromApplications && !values.sheet && !values.holder) {
            line.error('none of --from-applications, --sheet and --holder says for whom')
          }
          await issue(run, values)
        })
    },
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
  'college',
] as const

const ofEach = ['startedOn', 'endedOn', 'hours', 'credits'] as const

type Values = Partial<
  Record<'sheet' | 'results' | (typeof ofOne)[number] | (typeof ofEach)[number], string>
> &
  Partial<
    Record<'fromApplications' | 'withCollege' | 'withEmail' | 'allowUnknown' | 'allowRepeat', true>
  > &
  Switches

async function issue(run: Run, values: Values): Promise<void> {
  const config = run.settings()
  const { reference, domain, duration, verifiedOn } = values
  const isCorrection = reference !== undefined && !(domain && duration && verifiedOn)
  // A registry begins with the first certificate, and not with a mistake in what was typed.
  const given =
    values.fromApplications || isCorrection
      ? []
      : values.sheet
        ? await readSheet(run, values.sheet, values)
        : readOrder(run, values)
  if (!given || !(await canWriteResults(run, values))) return
  await using opened = await openCertificates(config, isCorrection ? undefined : 'to issue')
  const { registry } = opened
  const orders = values.fromApplications
    ? await readApplications(run, registry, values)
    : isCorrection
      ? await readCorrection(run, values, registry, reference)
      : given
  if (!orders) return
  const { withEmail } = values
  if (withEmail && orders.length > 0 && !orders.some(({ email }) => email)) {
    return run.fail(
      'Nothing was issued: --with-email signs a hash of the e-mail address, and none is given. Give it, or leave --with-email out.',
    )
  }
  for (const order of orders) order.withEmail = withEmail
  const issued = await issueOrders(run, registry, orders, config, values)
  if (issued) await writeResults(run, issued, values.results)
}

/** Those that no certificate can be made of are named, and keep no other back. */
async function readApplications(
  run: Run,
  { database }: Registry,
  values: Values,
): Promise<Order[]> {
  const ofAll = { withCollege: values.withCollege, given: typedFields(values) }
  const { orders, mistakes, before } = await ordersOfApplications(database, ofAll)
  run.say(`${orders.length} completed application(s) without a certificate, ${before} with theirs.`)
  if (mistakes.length > 0) {
    const reasons = mistakes.map(({ reference, reason }) => printable(`${reference}: ${reason}`))
    run.fail(
      `${reasons.join('\n')}\nLeft out. Issue these by hand, each with its --reference, and they count as done. Which internship it was is said at the desk, by completing it once more.`,
    )
  }
  return orders
}

async function readSheet(run: Run, file: string, values: Values): Promise<Order[] | undefined> {
  const bytes = await readNamedFile(run, file)
  if (!bytes) return undefined
  const read = readOrders(await readTable(bytes), values)
  if (read.ok) return read.orders
  run.say(read.mistakes.map(({ where, reason }) => `${where}: ${printable(reason)}`).join('\n'))
  run.fail(`Nothing was issued: ${printable(file)} has ${read.mistakes.length} mistake(s).`)
  return undefined
}

/** A certificate that was taken back: only what changes was typed. */
async function readCorrection(
  run: Run,
  values: Values,
  registry: Registry,
  reference: string,
): Promise<Order[] | undefined> {
  const before = await fieldsToCorrect(registry, reference)
  if (before?.state !== 'stands') return readOrder(run, values, before?.fields)
  run.fail(
    printable(
      `reference ${reference}: its certificate ${before.id} stands. Revoke it, then issue it again under the same reference.`,
    ),
  )
  return undefined
}

/** @returns what was typed, by column. */
function typedFields({ verifiedOn, startedOn, endedOn, ...values }: Values): OrderFields {
  const { holder, domain, duration, reference, internship, email } = values
  const { hours, credits, college } = values
  const days = { verified_on: verifiedOn, started_on: startedOn, ended_on: endedOn }
  const typed = { holder, domain, duration, reference, internship, email, hours, credits, college }
  const given = Object.entries({ ...typed, ...days }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

function readOrder(run: Run, values: Values, before: OrderFields = {}): Order[] | undefined {
  const { allowUnknown } = values
  const checked = checkOrder({ ...before, ...typedFields(values) }, { allowUnknown })
  if (checked.ok) return [checked.order]
  run.fail(checked.reasons.map(printable).join('\n'))
  return undefined
}

/**
 * Looks at orders, asks on a terminal, and carries them out. Without a terminal the author of the
 * script has decided (docs/decisions/039), but not on what another certificate says already.
 *
 * @returns undefined if nothing may be issued; why was said.
 */
async function issueOrders(
  run: Run,
  registry: Registry,
  orders: readonly Order[],
  { siteUrl, account }: Config,
  { dryRun, yes, allowRepeat, sheet, fromApplications }: Values,
): Promise<readonly Issued[] | undefined> {
  const plan = await planIssue(registry, orders, siteUrl, allowRepeat)
  if (plan.state === 'conflicts') return void failForConflicts(run, plan.conflicts)
  if (plan.state === 'other site') {
    return void run.fail(
      `Nothing was issued: SITE_URL is ${siteUrl}, and this registry was made for ${plan.registrySite}. Set SITE_URL to that, or begin with an empty DATA_DIR.`,
    )
  }
  const { fresh, before, repeats } = plan
  const [first] = fresh
  const asks = first !== undefined && !dryRun && !yes && canAsk(run)
  if (first && (dryRun || asks)) {
    if (fromApplications) run.say(listOrders(fresh))
    run.say(sheet || fromApplications ? describeBatch(fresh) : describeOrder(first))
  }
  if (repeats.length > 0) run.say(describeRepeats(repeats))
  if (asks) {
    const again = repeats.length > 0 ? `, ${repeats.length} of them once more` : ''
    if (!(await agrees(run, `Issue ${counted(fresh.length, 'certificate')}${again}?`))) {
      return void run.fail('Nothing was issued.')
    }
  } else if (repeats.length > 0) {
    return void run.fail(
      `Nothing was issued: ${repeats.length} of ${fresh.length} would say what a certificate of the last day, or another row, says already. If that is meant, use --allow-repeat.`,
    )
  }
  if (dryRun) {
    const right = orders.length === 1 ? '1 row is' : `${orders.length} rows are`
    run.say(
      `${right} right: ${fresh.length} would be issued, ${countBefore(before)}. Nothing was done.`,
    )
    return undefined
  }
  const deed = (count: number) =>
    ({ did: 'certificates issue', detail: `${count} issued` }) as const
  const result = await withProgress(run, 'Signing', (tell) =>
    issueCertificates(
      registry,
      orders,
      (signed) => tell(signed, fresh.length),
      (transaction, count) => enterDeed(transaction, account, deed(count), new Date()),
    ),
  )
  if (result.state === 'issued') return result.certificates
  return void failForConflicts(run, result.conflicts)
}

function failForConflicts(run: Run, conflicts: readonly Conflict[]): void {
  const lines = conflicts.map(({ reference, id }) =>
    printable(`reference ${reference}: its certificate ${id} says something else`),
  )
  run.fail(
    `${lines.join('\n')}\nNothing was issued. To correct a certificate, revoke it, and issue it again under the same reference.`,
  )
}

/** Found out before anything is issued; the file is left as it is. */
async function canWriteResults(run: Run, { sheet, results }: Values): Promise<boolean> {
  if (results === undefined) return true
  if (sheet && path.resolve(sheet) === path.resolve(results)) {
    run.fail('Nothing was issued: --results is the file of --sheet. Give it another name.')
    return false
  }
  try {
    await (await open(results, 'a', 0o600)).close()
    return true
  } catch (error) {
    const why = (error as Error).message
    run.fail(printable(`Nothing was issued: the results cannot be written to ${results} (${why}).`))
    return false
  }
}

/** @param file for IDs and addresses; without it the command prints them. */
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
  try {
    if (file === undefined) run.stdout.write(csv)
    else if (sheetKindOf(file) === 'xlsx') {
      const sheet = { name: 'Certificates', rows: issued, columns: issuedColumns }
      await writeSheet(createWriteStream(file, { mode: 0o600 }), 'xlsx', sheet)
    } else await writeFile(file, csv, { mode: 0o600 })
  } catch (error) {
    run.stdout.write(csv)
    run.fail(`${file} could not be written (${(error as Error).message}); here they are.`)
  }
  const before = issued.filter(({ state }) => state !== 'issued')
  run.say(`${issued.length - before.length} issued, ${countBefore(before)}.`)
}

/** @param before those that were issued before. */
function countBefore(before: readonly Issued[]): string {
  const since = (['revoked', 'erased'] as const).flatMap((what) => {
    const count = before.filter(({ state }) => state === what).length
    return count > 0 ? [`, ${count} of them ${what} since`] : []
  })
  return [`${before.length} issued before`, ...since].join('')
}
