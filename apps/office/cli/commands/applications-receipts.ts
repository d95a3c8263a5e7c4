import { Argument } from 'commander'
import { keptFacts, type Receipt, receipts } from '@naic/admissions/applications/kept-facts.ts'
import {
  type PlannedReceipt,
  planReceipts,
  readReceipts,
  recordReceipts,
} from '@naic/admissions/applications/receipt-sheet.ts'
import { openStored } from '@naic/house/storage.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { confirmed, type Switches } from '../ask.ts'
import type { Run } from '../command-run.ts'
import { type Commands, readNamedFile } from '../command.ts'
import { counted } from '../print.ts'
import { withProgress } from '../progress.ts'

export const commands: Commands = {
  'applications receipts': {
    summary: "whose tasks or fee came in, from a sheet of the form's or the payments' provider",
    examples: [
      'applications receipts fee payments.xlsx --dry-run',
      'applications receipts tasks responses.csv',
    ],
    define: (line, run) =>
      line
        .addArgument(new Argument('<what>', 'what came in').choices(receipts))
        .argument('<file>', 'the sheet, .xlsx or CSV, as the provider made it')
        .option('--dry-run', 'shows what would be recorded, and records nothing')
        .option('--yes', 'does not ask before it records')
        .addHelpText('after', `\n${more}`)
        .action((what: Receipt, file: string, switches: Switches) =>
          record(run, what, file, switches),
        ),
  },
}

const more = `A row is matched by its reference, or else by its e-mail address, if one application came from that: of several,
the accepted one. It needs a day. Columns are found by their usual names, such as "Email Address", "Paid on" and
"Payment ID"; all others are passed over, and so are payments that failed or are less than the fee.
Ends with 0 when every row is recorded, now or before; with 1 when one is not.`

const nothing = 'Nothing was recorded'

async function record(run: Run, what: Receipt, file: string, switches: Switches): Promise<void> {
  const bytes = await readNamedFile(run, file)
  if (!bytes) return
  const { lines, mistakes, passedOver } = readReceipts(await readTable(bytes), what)
  for (const { where, reason } of passedOver) run.say(`${where}: passed over: ${printable(reason)}`)
  for (const { where, reason } of mistakes) run.fail(`${where}: ${printable(reason)}`)
  if (lines.length === 0) return run.fail(`${nothing}: no row of ${printable(file)} can be.`)
  const config = run.settings()
  await using stored = await openStored(config)
  const { database } = stored
  const planned = await withProgress(run, 'Looking', (tell) =>
    planReceipts(database, what, lines, (done) => tell(done, lines.length)),
  )
  for (const line of planned) sayLine(run, line)
  const of = (state: PlannedReceipt['state']) => planned.filter((one) => one.state === state).length
  run.say(
    `${keptFacts[what].label}: ${of('matched')} matched, ${of('already')} recorded before, ${of('ambiguous')} ambiguous, ${of('unmatched')} not matched.`,
  )
  if (of('matched') === 0) return
  const question = `Record ${counted(of('matched'), 'row')}?`
  if (!(await confirmed(run, switches, { question, nothing }))) return
  const { recorded, left } = await withProgress(run, 'Recording', (tell) =>
    recordReceipts(database, what, planned, {
      who: config.account,
      tell: (done) => tell(done, of('matched')),
    }),
  )
  for (const { where, reason } of left) run.fail(`${where}: ${printable(reason)}`)
  run.say(`${recorded} recorded.`)
}

function sayLine(run: Run, line: PlannedReceipt): void {
  if ('reason' in line) {
    const what = line.state === 'ambiguous' ? 'ambiguous' : 'not matched'
    return run.fail(`${line.where}: ${what}: ${printable(line.reason)}`)
  }
  const { where, state, application, by, on, number } = line
  const { reference, name } = application
  const what = state === 'already' ? 'recorded before' : `by ${by}`
  const facts = [reference, name, on, ...(number === undefined ? [] : [number]), what]
  run.say(`${where}: ${printable(facts.join(', '))}`)
}
