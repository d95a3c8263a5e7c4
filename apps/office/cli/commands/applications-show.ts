import { applicationFacts } from '@naic/admissions/forms/shown-fields.ts'
import { applicationColumns } from '@naic/admissions/applications/application-columns.ts'
import { noteAlone } from '@naic/admissions/applications/application-status.ts'
import {
  type ApplicationLetter,
  readApplication,
} from '@naic/admissions/applications/read-application.ts'
import { timeInIndia } from '@naic/platform/sheets/indian-day.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { type Fact, printRecord, toObject } from '../print.ts'
import { sayNotFound } from '../asked-by-reference.ts'

export const command: Command = {
  summary: 'all of one application: answers, resume, status with its history, letters',
  examples: ['applications show NAIC-7F3K-92QD', 'applications show naic7f3k92qd --json'],
  define: (line, run) =>
    line
      .argument('<reference>', 'its reference as people type it, or its id')
      .option('--json', 'for programs: one object')
      .action((asked: string, formats: { json?: true }) => show(run, asked, formats)),
}

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  const { database, close } = await openStored(run.settings())
  try {
    const found = await readApplication(database, asked)
    if (found.state !== 'found') sayNotFound(run, found, asked)
    else printRecord(run, formats, forPrograms(found), factsOf(found))
  } finally {
    await close()
  }
}

type FoundApplication = Extract<Awaited<ReturnType<typeof readApplication>>, { state: 'found' }>

const forPrograms = ({ application, changes, letters, certificates }: FoundApplication) => ({
  ...toObject(applicationColumns)(application),
  changes: changes.map(({ number, status, changedAt, changedBy, note, letter }) => ({
    number,
    status,
    note,
    changed_at: changedAt,
    changed_by: changedBy,
    letter: letter?.id ?? null,
  })),
  letters,
  certificates,
})

function factsOf({ application, changes, letters, certificates }: FoundApplication): Fact[] {
  const { status, statusChangedAt, completedOn, completedInternship } = application
  const { internship, internshipTitle, noticeVersion } = application
  const since = statusChangedAt === null ? '' : ` since ${timeInIndia(statusChangedAt)}`
  const chosen =
    internship && `${internshipTitle ?? 'not in the catalogue any more'} (${internship})`
  const ids = certificates.map(({ id, state }) => (state === 'stands' ? id : `${id} (${state})`))
  return [
    { label: 'Reference', value: application.reference },
    { label: 'ID', value: application.id },
    { label: 'Received', value: timeInIndia(application.receivedAt) },
    { label: 'Status', value: status + since },
    {
      label: 'Completed on',
      value: completedOn ? `${completedOn}, internship ${completedInternship}` : undefined,
    },
    {
      label: 'Certificate',
      value: ids.join(', ') || (status === 'completed' ? 'none yet' : undefined),
    },
    ...applicationFacts({ ...application, internship: chosen }).map(
      ({ kind, short, label, value }) =>
        kind === 'text'
          ? { label, value: `${value ?? '(nothing)'}\n` }
          : { label: short, value: value ?? '(not given)' },
    ),
    {
      label: 'Resume',
      value: `${application.resumeName} (${application.resumeType}, ${application.resumeBytes} bytes)`,
    },
    {
      label: 'Agreed to',
      value: noticeVersion === null ? '(not said)' : `the privacy notice of ${noticeVersion}`,
    },
    ...changes.flatMap((change) => [
      { label: 'Changed', value: changeOf(change) },
      { label: 'Note', value: change.note ?? undefined },
    ]),
    ...letters.map((letter) => ({
      label: 'Letter',
      value: `${letter.subject}, to ${letter.to}: ${stateOf(letter)}`,
    })),
  ]
}

function changeOf({
  status,
  changedAt,
  changedBy,
  letter,
}: FoundApplication['changes'][number]): string {
  const told = letter ? `; letter: ${stateOf(letter)}` : '; no letter'
  const what = `${timeInIndia(changedAt)}, ${status}, by ${changedBy}`
  return status === noteAlone ? what : what + told
}

function stateOf({ state, at, why }: ApplicationLetter): string {
  const because = why === null ? '' : ` (${why})`
  if (state === 'waiting') return 'waits to be sent'
  if (state === 'refused-for-now') return `refused, tried again ${timeInIndia(at)}${because}`
  return `${state.replaceAll('-', ' ')} ${timeInIndia(at)}${because}`
}
