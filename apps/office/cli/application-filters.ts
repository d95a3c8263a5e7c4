import { type Command as CommandLine, Option } from 'commander'
import { searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import {
  type ApplicationFilter,
  readFilter,
} from '@naic/admissions/applications/application-filter.ts'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { todayInIndia } from '@naic/platform/sheets/indian-day.ts'
import { givenText, PersonalOption } from './command.ts'

/** What was typed of the options by which applications are chosen. */
export type FilterOptions = Partial<
  Record<
    'status' | 'internship' | 'domain' | 'year' | 'college' | 'since' | 'until' | 'text',
    string
  >
> & { today?: true }

/** Adds the options by which applications are chosen; all that are given must hold. */
export function addFilters(line: CommandLine): CommandLine {
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
  line.addOption(
    new PersonalOption(
      '--text <words>',
      `its reference, or a part of ${searchedWords(shownOfApplication)}`,
    ).helpGroup(group),
  )
  return line.addOption(
    new Option('--today', 'those of today, in India')
      .conflicts(['since', 'until'])
      .helpGroup(group),
  )
}

/** @returns which are meant; a value that is none of ours ends the command, with what was meant. */
export function filterOf(line: CommandLine, options: FilterOptions): ApplicationFilter {
  const { status, internship, domain, year, college, since, until, text } = options
  const today = options.today && todayInIndia()
  const days = today ? { since: today, until: today } : { since, until }
  const read = readFilter({ status, internship, domain, year, college, text, ...days })
  if (read.ok) return read.filter
  const sentences = read.mistakes.map(({ field, reason }) => `--${field} ${reason}`)
  line.error(`error: ${sentences.join('\n')}`)
}
