import { type Command as CommandLine, Option } from 'commander'
import {
  applicationColumns,
  toListed,
  walkApplications,
} from '@naic/admissions/applications/list-applications.ts'
import {
  type ApplicationFilter,
  readFilter,
} from '@naic/admissions/applications/application-filter.ts'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { exportApplications } from '@naic/admissions/applications/export-applications.ts'
import { searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import { openStored } from '@naic/house/storage.ts'
import type { Database } from '@naic/store/database/database.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import { type SheetKind, sheetKinds } from '@naic/store/sheets/write-sheet.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText, PersonalOption } from '../command.ts'
import { printRows } from '../print.ts'
import { withProgress } from '../progress.ts'

/** Applications for scripts and archives, chosen by filters. The staff work with them at the desk. */
export const commands: Commands = {
  'applications export': {
    summary: 'applications as a sheet with their resumes as files, or as JSON',
    examples: [
      'applications export --dir march --since 2026-03-01 --until 2026-03-31',
      'applications export --dir accepted --status accepted --as xlsx',
      'applications export --today --json',
    ],
    define: (line, run) =>
      addFilters(line)
        .addOption(
          new Option(
            '--dir <folder>',
            'where to: a new folder, an empty one, or that of an export, which gets what it has not',
          )
            .argParser(givenText)
            .conflicts('json'),
        )
        .option('--json', 'for programs: a list of objects, without resumes')
        .addOption(
          new Option('--as <kind>', 'its sheet: applications.csv or applications.xlsx')
            .choices(sheetKinds)
            .default('csv'),
        )
        .addHelpText('after', `\n${ofExport}`)
        .action(async ({ dir, as, json, ...options }: Filters & Asked) => {
          const filter = filterOf(line, options)
          if (json) await printAll(run, filter)
          else if (dir === undefined) line.error('error: neither --dir nor --json says where to')
          else await exportTo(run, filter, { folder: dir, sheet: as })
        }),
  },
}

const ofExport = `Ends with 0 when all is in the folder, and with 1 when a resume is not; all else is there then. It has
people's data: delete it when you no longer need it.`

/** What was typed of the options by which applications are chosen. */
type Filters = Partial<
  Record<
    | 'status'
    | 'internship'
    | 'domain'
    | 'year'
    | 'college'
    | 'since'
    | 'until'
    | 'text'
    | 'tag'
    | 'assignee'
    | 'score'
    | 'missing',
    string
  >
> & { today?: true }

/** Adds the options by which applications are chosen; all that are given must hold. */
function addFilters(line: CommandLine): CommandLine {
  const group = 'Which applications (all that is given must hold):'
  const option = (flags: string, what: string) =>
    line.addOption(new Option(flags, what).argParser(givenText).helpGroup(group))
  option('--status <status>', applicationStatuses.join(', '))
  option('--internship <internship>', 'its id or title in the catalogue, or "none"')
  option('--domain <domain>', 'such as "Data Science"')
  option('--year <year>', 'such as "3rd Year"')
  option('--college <words>', 'a part of its name; capitals and spaces do not matter')
  option('--since <day>', 'the first day in India on which they came in, such as 14-03-2026')
  option('--until <day>', 'the last such day')
  option('--tag <tag>', 'such as "call back"')
  option('--assignee <who>', 'who of the staff has it, or "none"')
  option('--score <score>', 'such as 4; 4+ for at least that; or "none"')
  option('--missing <what>', 'what has not come: tasks, fee, or the certificate of a completed one')
  const searched = `its reference, or a part of ${searchedWords(shownOfApplication)}`
  line.addOption(new PersonalOption('--text <words>', searched).helpGroup(group))
  const today = new Option('--today', 'those of today, in India').conflicts(['since', 'until'])
  return line.addOption(today.helpGroup(group))
}

/** @returns which are meant; a wrong value ends the command, with the one that was perhaps meant. */
function filterOf(line: CommandLine, options: Filters): ApplicationFilter {
  const { today: isToday, status, internship, domain, year, college, since, until, text } = options
  const { tag, assignee, score, missing } = options
  const today = isToday && todayInIndia()
  const days = today ? { since: today, until: today } : { since, until }
  const kept = { tag, assignee, score, missing }
  const read = readFilter({ status, internship, domain, year, college, text, ...days, ...kept })
  if (read.ok) return read.filter
  const sentences = read.mistakes.map(({ field, reason }) => `--${field} ${reason}`)
  line.error(`error: ${sentences.join('\n')}`)
}

type Asked = { dir?: string; as: SheetKind; json?: true }

async function printAll(run: Run, filter: ApplicationFilter): Promise<void> {
  await using stored = await openStored(run.settings())
  await printRows(run, everyApplication(stored.database, filter), applicationColumns, {
    json: true,
  })
}

async function* everyApplication(database: Database, filter: ApplicationFilter) {
  for await (const rows of walkApplications(database, filter)) yield* rows.map(toListed)
}

async function exportTo(
  run: Run,
  filter: ApplicationFilter,
  { folder, sheet }: { folder: string; sheet: SheetKind },
): Promise<void> {
  await using stored = await openStored(run.settings())
  const named = printable(folder)
  try {
    const result = await withProgress(run, 'Exporting', (tell) =>
      exportApplications(stored, filter, { folder, sheet }, tell),
    )
    if (result.state !== 'exported') {
      return run.fail(
        `Nothing was exported: ${named} holds ${printable(result.found)}, which no export has made. Name another folder.`,
      )
    }
    const { applications, written, kept, missing } = result
    for (const { reference, id, why } of missing) {
      const what = why === 'missing' ? 'is missing' : 'is not as it was sent'
      run.fail(`The resume of ${printable(`${reference} (${id})`)} ${what} where resumes are kept.`)
    }
    run.say(
      `${applications} applications are in ${named}: ${written} resumes written, ${kept} there before${missing.length > 0 ? `, ${missing.length} missing` : ''}.`,
    )
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException
    if (!code || !syscall || !path) throw error
    run.fail(
      `${printable(path)} cannot be written or read (${code}). Mend this, and run it again: it goes on.`,
    )
  }
}
