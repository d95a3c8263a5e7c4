import { pipeline } from 'node:stream/promises'
import { applicationColumns } from '@naic/admissions/applications/list-applications.ts'
import { noteAlone } from '@naic/admissions/applications/application-status.ts'
import {
  changeInWords,
  type KeptFact,
  keptFacts,
  keptInWords,
} from '@naic/admissions/applications/kept-facts.ts'
import {
  type ApplicationLetter,
  openResume,
  readApplication,
  saveResume,
} from '@naic/admissions/applications/read-application.ts'
import { applicationFacts } from '@naic/admissions/forms/shown-fields.ts'
import { openStored } from '@naic/house/storage.ts'
import { timeInIndia } from '@naic/store/sheets/indian-day.ts'
import { printable } from '@naic/store/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText } from '../command.ts'
import { type Fact, failWithoutOne, keepOutputPrivate, printRecord, toObject } from '../print.ts'

/** One application: all that is known of it, and its resume. */
export const commands: Commands = {
  'applications show': {
    summary: 'all of one application: answers, resume, status with its history, letters',
    examples: ['applications show NAIC-7F3K-92QD', 'applications show naic7f3k92qd --json'],
    define: (line, run) =>
      line
        .argument('<reference>', 'its reference as people type it, or its id')
        .option('--json', 'for programs: one object')
        .action((asked: string, formats: { json?: true }) => show(run, asked, formats)),
  },

  resume: {
    summary: 'the resume of one application',
    examples: ['resume NAIC-7F3K-92QD --out resume.pdf', 'resume NAIC-7F3K-92QD > resume.pdf'],
    define: (line, run) =>
      line
        .argument('<reference>', 'the reference of the application, or its id')
        .option('--out <file>', 'where to; without it, to standard output', givenText)
        .option('--overwrite', 'replaces the file if there is one')
        .action((asked: string, options: ResumeOptions) => writeResume(run, asked, options)),
  },
}

async function show(run: Run, asked: string, formats: { json?: true }): Promise<void> {
  await using stored = await openStored(run.settings())
  const found = await readApplication(stored.database, asked)
  if (found.state === 'found') printRecord(run, formats, forPrograms(found), factsOf(found))
  else failWithoutOne(run, 'application', asked, found.state === 'several' ? found.others : [])
}

type FoundApplication = Extract<Awaited<ReturnType<typeof readApplication>>, { state: 'found' }>

const forPrograms = ({
  application,
  changes,
  keptChanges,
  letters,
  certificates,
  samePerson,
}: FoundApplication) => ({
  ...toObject(applicationColumns)(application),
  changes: changes.map(({ number, status, changedAt, changedBy, note, letter }) => ({
    number,
    status,
    note,
    changed_at: changedAt,
    changed_by: changedBy,
    letter: letter?.id ?? null,
  })),
  kept_changes: keptChanges.map(({ number, fact, from, to, changedAt, changedBy }) => ({
    number,
    fact,
    from,
    to,
    changed_at: changedAt,
    changed_by: changedBy,
  })),
  letters,
  certificates,
  same_person: {
    applications: samePerson.applications.map(({ id, reference, status, by }) => ({
      id,
      reference,
      status,
      by,
    })),
    messages: samePerson.messages.map(({ id, reference }) => ({ id, reference })),
  },
})

function factsOf(found: FoundApplication): Fact[] {
  const { application, changes, keptChanges, letters, certificates, samePerson } = found
  const { status, statusChangedAt, completedOn, completedInternship } = application
  const { internship, internshipTitle, noticeVersion } = application
  const { resumeName, resumeType, resumeBytes } = application
  const since = statusChangedAt === null ? '' : ` since ${timeInIndia(statusChangedAt)}`
  const completed = completedOn ? `${completedOn}, internship ${completedInternship}` : undefined
  const chosen = internship && `${internshipTitle ?? 'no longer in the catalogue'} (${internship})`
  const ids = certificates.map(({ id, state }) => (state === 'stands' ? id : `${id} (${state})`))
  return [
    ['Reference', application.reference],
    ['ID', application.id],
    ['Received', timeInIndia(application.receivedAt)],
    ['Status', status + since],
    ['Completed on', completed],
    ['Certificate', ids.join(', ') || (status === 'completed' ? 'none yet' : undefined)],
    ...keptNow(application),
    ...applicationFacts({ ...application, internship: chosen }).map(
      ({ kind, short, label, value }): Fact =>
        kind === 'text' ? [label, `${value ?? '(nothing)'}\n`] : [short, value ?? '(not given)'],
    ),
    ['Resume', `${resumeName} (${resumeType}, ${resumeBytes} bytes)`],
    ['Agreed to', noticeVersion === null ? '(not said)' : `the privacy notice of ${noticeVersion}`],
    ...changes.flatMap((change): Fact[] => [
      ['Changed', changeOf(change)],
      ['Note', change.note ?? undefined],
    ]),
    ...keptChanges.map(({ fact, from, to, changedAt, changedBy }): Fact => [
      'Changed',
      `${timeInIndia(changedAt)}, ${keptFacts[fact].label.toLowerCase()}: ${changeInWords(from, to)}, by ${changedBy}`,
    ]),
    ...letters.map((letter): Fact => [
      'Letter',
      `${letter.subject}, to ${letter.to}: ${stateOf(letter)}`,
    ]),
    ...samePerson.applications.map((one): Fact => [
      'Also sent',
      `${one.reference}, ${one.name}, ${one.domain}, ${one.status} (${sameIn[one.by]})`,
    ]),
    ...samePerson.messages.map(({ reference, subject }): Fact => [
      'Also sent',
      `${reference}, message: ${subject} (${sameIn.email})`,
    ]),
  ]
}

const sameIn = {
  both: 'same e-mail and telephone',
  email: 'same e-mail',
  phone: 'same telephone',
}

/** What is kept of it; name and address are the corrected ones everywhere, so here are those that were sent. */
function keptNow({
  name,
  sentName,
  email,
  sentEmail,
  kept,
}: FoundApplication['application']): Fact[] {
  const others = (Object.keys(keptFacts) as KeptFact[]).filter(
    (fact) => fact !== 'name' && fact !== 'email',
  )
  return [
    ['Name as sent', name === sentName ? undefined : sentName],
    ['Email as sent', email === sentEmail ? undefined : sentEmail],
    ...others.map((fact): Fact => [keptFacts[fact].label, keptInWords(kept, fact) ?? undefined]),
  ]
}

type Change = FoundApplication['changes'][number]

function changeOf({ status, changedAt, changedBy, letter }: Change): string {
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

type ResumeOptions = { out?: string; overwrite?: boolean }

async function writeResume(
  run: Run,
  asked: string,
  { out, overwrite = false }: ResumeOptions,
): Promise<void> {
  // The sender may have written it for a terminal to obey.
  if (out === undefined && run.stdout.isTTY) {
    return run.fail('A resume is no text for a screen. Add "--out FILE" or "> FILE".', 2)
  }
  await using stored = await openStored(run.settings())
  const resume = await openResume(stored, asked)
  if (resume.state === 'lost') {
    return run.fail(
      `The resume of ${resume.reference} is not where resumes are kept. "council check" names the file, and docs/backup.md says how to get it from a backup.`,
    )
  }
  if (resume.state !== 'found') {
    const others = resume.state === 'several' ? resume.others : []
    return failWithoutOne(run, 'application', asked, others)
  }
  if (out === undefined) {
    keepOutputPrivate(run)
    await pipeline(resume.bytes, run.stdout, { end: false })
  } else {
    const saved = await saveResume(resume, out, overwrite)
    const file = printable(out)
    if (saved === 'taken') {
      return run.fail(
        `${file} is there already. Give another name, or --overwrite to have it replaced.`,
      )
    }
    if (saved === 'damaged') {
      return run.fail(
        `Nothing was written: the resume of ${resume.reference} is no longer as it was sent.`,
      )
    }
    if (saved !== 'saved') return run.fail(`${file} cannot be written (${saved.fault}).`)
  }
  run.say(`The applicant called the file "${printable(resume.name)}".`)
}
