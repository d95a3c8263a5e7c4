import { searchedText } from './application-filter.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import {
  applicationForStaff,
  applicationReceived,
  moreApplicationsForStaff,
} from '#letters/letters.ts'
import {
  type ApplicationField,
  applicationSchema,
  unknownInternship,
} from '#forms/application-form.ts'
import { check, type FieldErrors } from '#forms/check.ts'
import type { FormResult } from '#forms/form-outcome.ts'
import { answersInOrder } from '#forms/form-schema.ts'
import { resumeMessages, resumeProblem } from '#forms/resume.ts'
import { unusable, visibleText, withoutHidden } from '@naic/store/sheets/visible-text.ts'
import { contentId, type FormServices, storeForm } from '../letters/store-form.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import type { ReceivedFile } from '@naic/store/files/staging.ts'
import type { Log } from '@naic/store/log.ts'
import { isDay } from '@naic/store/sheets/indian-day.ts'
import { detectResumeType } from './resume-type.ts'
import type { ScanResult } from './virus-scanner.ts'

export type ApplicationServices = FormServices & {
  files: FileStore
  /** Undefined if no scanner is set. Throws `Unavailable`. */
  scan: ((file: string, log: Pick<Log, 'warn'>) => Promise<ScanResult>) | undefined
}

export type Submission = {
  fields: Readonly<Record<string, string | undefined>>
  /** Undefined if no file was sent. The caller staged it, and discards it afterwards. */
  resume: ReceivedFile | undefined
  /** See `contentId`; empty for none. */
  idempotencyKey: string
  /** Of the privacy notice that was agreed to; ignored if it cannot be one. */
  noticeVersion: string | undefined
  /** Mistakes that were found before. */
  errors: FieldErrors<ApplicationField>
  /** Its lines name the request. */
  log: Pick<Log, 'warn'>
}

/**
 * The one door for applications. When it returns `accepted`, the application, its resume and
 * its letters survive a crash; the same application sent again gives the same id and is
 * stored once. However many there are, the applicant's address gets only so many letters a day.
 *
 * @throws `Unavailable` when it cannot be stored now; nothing was acknowledged.
 */
export async function submitApplication(
  services: ApplicationServices,
  { fields, resume, idempotencyKey, noticeVersion, errors: errorsBefore, log }: Submission,
): Promise<FormResult<ApplicationField>> {
  const checked = check(schemaWithCatalogue, fields)
  const checkedResume = await checkResume(resume)
  if (!checked.ok || 'problem' in checkedResume || Object.keys(errorsBefore).length > 0) {
    const errors: FieldErrors<ApplicationField> = checked.ok ? {} : { ...checked.errors }
    if ('problem' in checkedResume) errors.resume = [checkedResume.problem]
    return { state: 'refused', errors: { ...errors, ...errorsBefore } }
  }

  const application = checked.value
  const internship = application.internship && internshipOnDisk(application.internship)
  const { staged, name: resumeName, type: resumeType } = checkedResume
  if ((await services.scan?.(staged.path, log))?.state === 'infected') {
    return { state: 'refused', errors: { resume: [resumeMessages.infected] } }
  }
  const answers = answersInOrder(applicationSchema, application)
  const id = contentId([...answers, staged.sha256], idempotencyKey)
  const resumeKey = randomUUID()
  const now = new Date()

  // While a database elsewhere is away no row would name the file, and many of those look like lost applications.
  if (services.database.isShared) await sql`SELECT 1`.execute(services.database.read)
  await services.files.keep(staged, resumeKey)

  const named = internship ? `${internship.title}, ${internship.duration}` : null
  const facts = { ...application, internship: named, id, resumeName }
  const { isNew, ...accepted } = await storeForm(
    services,
    {
      id,
      kind: 'application',
      sender: application,
      insert: (transaction) =>
        transaction
          .insertInto('application')
          .values({
            ...application,
            searched: searchedText(application),
            id,
            received_at: now.toISOString(),
            resume_key: resumeKey,
            resume_name: resumeName,
            resume_type: resumeType,
            resume_bytes: staged.bytes,
            resume_sha256: staged.sha256,
            notice_version: noticeVersion && isDay(noticeVersion) ? noticeVersion : null,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow(),
      acknowledgement: applicationReceived(facts),
      forStaff: applicationForStaff(facts),
      moreForStaff: moreApplicationsForStaff(facts),
    },
    now,
  )

  // Stored before, so these bytes are there twice. Where removing them fails, the sweep will.
  if (!isNew) await services.files.remove(resumeKey).catch(() => undefined)
  return accepted
}

/** The form's schema, with a check of the internship: only the server has them all. */
const schemaWithCatalogue = v.object({
  ...applicationSchema.entries,
  internship: v.pipe(
    applicationSchema.entries.internship,
    v.check((id) => id === null || internshipOnDisk(id) !== undefined, unknownInternship),
  ),
})

async function checkResume(resume: ReceivedFile | undefined) {
  if (!resume) return { problem: resumeMessages.missing }
  const { name, type, staged } = resume
  if (staged === 'too large') return { problem: resumeMessages.size }
  const problem = resumeProblem({ name, type, size: staged.bytes })
  if (problem) return { problem }
  const realType = await detectResumeType(staged)
  if (realType === 'locked' || realType === 'oversized') {
    return { problem: resumeMessages[realType] }
  }
  if (!realType) return { problem: resumeMessages.type }
  return { staged, name: displayName(name), type: realType }
}

/** A file's name as people may see it: its last part, without what is hidden, not too long. */
function displayName(name: string): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').slice(-200)
  const shown = withoutHidden(last).replaceAll(allUnusable, '').trim()
  return visibleText(shown) ? shown : 'resume'
}

const allUnusable = new RegExp(unusable, 'gu')
