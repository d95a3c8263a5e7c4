import { InvalidArgumentError, Option } from 'commander'
import {
  applicationStatuses,
  type ApplicationStatus,
  toldStatuses,
} from '#server/applications/application-status.ts'
import { readOneOf } from '#server/applications/application-filter.ts'
import { type Command, givenText, PersonalOption } from '../command.ts'
import { setManyStatuses } from '../set-many-statuses.ts'
import { setOneStatus, type SetStatusOptions } from '../set-one-status.ts'

export const command: Command = {
  summary: 'how far an application is; tells the applicant by a letter',
  examples: [
    'applications set-status NAIC-7F3K-92QD shortlisted --dry-run',
    'applications set-status NAIC-7F3K-92QD accepted --message "Welcome, Asha."',
    'applications set-status NAIC-7F3K-92QD declined --note "No resume to speak of" --no-letter',
    'applications set-status NAIC-7F3K-92QD completed --on 14-03-2026',
    'applications set-status NAIC-7F3K-92QD --note "Sends her marks on Monday"',
    'applications set-status --csv decided.csv --dry-run',
  ],
  define(line, run) {
    const one = 'For one application:'
    const many = 'For the rows of a file:'
    const text = (flags: string, what: string) => new Option(flags, what).argParser(givenText)
    line
      .usage('(<reference> [<status>] | --csv <file>) [options]')
      .argument('[reference]', 'its reference as people type it, or its id')
      .argument('[status]', applicationStatuses.join(', '), givenStatus)
      .addOption(
        new PersonalOption('--note <text>', 'for the staff alone; stays in the history').helpGroup(
          one,
        ),
      )
      .addOption(
        new PersonalOption('--message <text>', 'words that stand in the letter').helpGroup(one),
      )
      .addOption(text('--on <day>', 'when it was completed, such as 14-03-2026').helpGroup(one))
      .addOption(
        text(
          '--internship <internship>',
          'which was completed, where the application does not say',
        ).helpGroup(one),
      )
      .addOption(
        text(
          '--csv <file>',
          'columns reference, status, and if you like note, message, completed_on, internship; or a sheet that was exported',
        )
          .conflicts(['note', 'message', 'on', 'internship'])
          .helpGroup(many),
      )
      .option('--no-letter', 'sends none')
      .option('--dry-run', 'shows what would happen, and changes nothing')
      .option('--yes', 'does not ask before letters go out')
      .addHelpText('after', `\n${more}`)
      .action(
        async (
          asked: string | undefined,
          to: ApplicationStatus | undefined,
          options: SetStatusOptions,
        ) => {
          const { csv } = options
          if (csv !== undefined && asked === undefined)
            await setManyStatuses(run, run.settings, csv, options)
          else if (csv === undefined && asked !== undefined && (to ?? options.note) !== undefined) {
            await setOneStatus(run, run.settings, { asked, to }, options)
          } else line.error('error: give a reference and a status or --note, or give --csv')
        },
      )
  },
}

const more = `Without a status, --note is added to the history and nothing else happens.
In a sheet with the column status_changed_at, as an export has it, a row whose application somebody has changed since is
named and left alone. A sheet without it is the last word, whatever was decided before.
${toldStatuses()} tell the applicant by a letter, which is shown before it goes out;
where nobody can be asked, that needs --yes. The others tell nobody.
Ends with 0 when it is so, now or before; with 1 when nothing was changed, or not every row of a file.`

function givenStatus(typed: string): ApplicationStatus {
  const read = readOneOf(applicationStatuses, typed)
  if ('reason' in read) throw new InvalidArgumentError(`It ${read.reason.replace(/^".*?" /, '')}`)
  return read.value as ApplicationStatus
}
