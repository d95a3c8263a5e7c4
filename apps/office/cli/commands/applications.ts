import { Option } from 'commander'
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
import { searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import { openStored } from '@naic/house/storage.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import type { AddCommands } from '../command-line.ts'
import type { Run } from '../command-run.ts'
import { PersonalOption } from '../options.ts'
import { printJson, toObject } from '../print.ts'

/** By which applications are chosen; all that are given must hold. */
const filters = {
  'status <status>': applicationStatuses.join(', '),
  'internship <internship>': 'its id or title in the catalogue, or "none"',
  'domain <domain>': 'such as "Data Science"',
  'year <year>': 'such as "3rd Year"',
  'college <words>': 'a part of its name; capitals and spaces do not matter',
  'since <day>': 'the first day in India on which they came in, such as 14-03-2026',
  'until <day>': 'the last such day',
  'tag <tag>': 'such as "call back"',
  'assignee <who>': 'who of the staff has it, or "none"',
  'score <score>': 'such as 4; 4+ for at least that; or "none"',
  'missing <what>': 'what has not come: tasks, fee, or the certificate of a completed one',
}

/** Applications for scripts and archives, chosen by filters. The staff work with them at the desk. */
export const add: AddCommands = (program, run) => {
  const command = program
    .command('applications')
    .description('applications for programs')
    .command('export')
    .description('applications by filters that are added to one another, without resumes')
    .requiredOption('--json', 'for programs: a list of objects')
  for (const [flags, what] of Object.entries(filters)) command.option(`--${flags}`, what)
  const searched = `its reference, or a part of ${searchedWords(shownOfApplication)}`
  command
    .addOption(new PersonalOption('--text <words>', searched))
    .addOption(new Option('--today', 'those of today, in India').conflicts(['since', 'until']))
    .addHelpText('after', '\nExample: council applications export --json --status accepted')
    .action(async ({ json: _asked, today: isToday, ...options }) => {
      const today = todayInIndia()
      const read = readFilter({ ...options, ...(isToday && { since: today, until: today }) })
      if (read.ok) return printAll(run, read.filter)
      const sentences = read.mistakes.map(({ field, reason }) => `--${field} ${reason}`)
      return command.error(`error: ${sentences.join('\n')}`)
    })
}

async function printAll(run: Run, filter: ApplicationFilter): Promise<void> {
  await using stored = await openStored(run.settings())
  const all: object[] = []
  for await (const rows of walkApplications(stored.database, filter)) {
    all.push(...rows.map(toListed).map(toObject(applicationColumns)))
  }
  printJson(run, all)
}
