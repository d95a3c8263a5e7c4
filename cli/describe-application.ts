import { applicationFacts } from '#forms/shown-fields.ts'
import { noteAlone } from '#server/applications/application-status.ts'
import type { ApplicationLetter, readApplication } from '#server/applications/read-application.ts'
import { timeInIndia } from '#server/sheets/indian-day.ts'
import { printable, printableLines } from '#server/sheets/printable-text.ts'

export type FoundApplication = Extract<
  Awaited<ReturnType<typeof readApplication>>,
  { state: 'found' }
>

/** @returns all of one application in lines for people, of which none is the applicant's own. */
export function describeApplication(found: FoundApplication): string {
  const { application, changes, letters, certificates } = found
  const { id, reference, status, statusChangedAt, completedOn, completedInternship } = application
  const since = statusChangedAt === null ? '' : ` since ${timeInIndia(statusChangedAt)}`
  const completed = completedOn && `${completedOn}, internship ${completedInternship}`
  const { internship, internshipTitle } = application
  const chosen =
    internship && `${internshipTitle ?? 'not in the catalogue any more'} (${internship})`
  const answers = applicationFacts({ ...application, internship: chosen })
  const resume = `${application.resumeName} (${application.resumeType}, ${application.resumeBytes} bytes)`
  return [
    said('Reference', reference),
    said('ID', id),
    said('Received', timeInIndia(application.receivedAt)),
    said('Status', status + since),
    ...(completed ? [said('Completed on', completed)] : []),
    ...(status === 'completed' || certificates.length > 0
      ? [said('Certificate', certificates.map(inWords).join(', ') || 'none yet')]
      : []),
    '',
    ...answers.flatMap(({ kind, short, value }) =>
      kind === 'text' ? [] : [said(short, value ?? '(not given)')],
    ),
    said('Resume', resume),
    said('Agreed to', noticeWords(application.noticeVersion)),
    ...answers.flatMap(({ kind, label, value }) =>
      kind === 'text' ? ['', label, indented(value ?? '(nothing)')] : [],
    ),
    '',
    'History of the status',
    `  ${timeInIndia(application.receivedAt)}  received`,
    ...changes.map(
      (change) =>
        `  ${timeInIndia(change.changedAt)}  ${printable(change.status)}, by ${printable(change.changedBy)}${letterOf(change)}${change.note === null ? '' : `\n${indented(`Note: ${change.note}`, 6)}`}`,
    ),
    '',
    'Letters',
    ...letters.map(
      (letter) => `  ${printable(letter.subject)}, to ${printable(letter.to)}: ${stateOf(letter)}`,
    ),
  ].join('\n')
}

const noticeWords = (version: string | null) =>
  version === null ? '(not said)' : `the privacy notice of ${version}`

function letterOf({ status, letter }: FoundApplication['changes'][number]): string {
  if (status === noteAlone) return ''
  return letter ? `; letter: ${stateOf(letter)}` : '; no letter'
}

const inWords = ({ id, state }: FoundApplication['certificates'][number]) =>
  state === 'stands' ? id : `${id} (${state})`

const said = (label: string, text: string) => `${label.padEnd(12)}  ${printable(text)}`

/** No line of it can pass for one of ours, which begin further left. */
const indented = (text: string, by = 2) =>
  printableLines(text)
    .split('\n')
    .map((line) => ' '.repeat(by) + line)
    .join('\n')

function stateOf({ state, at, why }: ApplicationLetter): string {
  const because = why === null ? '' : ` (${printable(why)})`
  if (state === 'waiting') return 'waits to be sent'
  if (state === 'refused-for-now') return `refused, tried again ${timeInIndia(at)}${because}`
  return `${state.replaceAll('-', ' ')} ${timeInIndia(at)}${because}`
}
