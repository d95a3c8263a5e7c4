import { typedBefore, typedTexts } from '#app/form-parts/form-fields.ts'
import { useCheckedForm } from '#app/form-parts/use-checked-form.ts'
import { type Announcement, fixErrors, useSubmission } from '#app/form-parts/use-submission.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { apiUrl } from '#app/server-context/site-settings.ts'
import { toast } from '@naic/ui/toast.ts'
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import {
  type ApplicationField,
  applicationLabels,
  applicationSchema,
  termsMessage,
} from '@naic/admissions/forms/application-form.ts'
import { check, type FieldErrors } from '@naic/admissions/forms/check.ts'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'
import { resumeProblem } from '@naic/admissions/forms/resume.ts'

export const draftKey = 'application-draft'

export type ApplicationState = ReturnType<typeof useApplication>

/**
 * The application form's way from editing to submitted.
 *
 * @param posted what came of a plain form post that this page answers.
 */
export function useApplication(posted: PostedForm | undefined) {
  const form = useCheckedForm<ApplicationField>({
    check: checkApplication,
    draftKey,
    notInDraft: [honeypotField],
    errorsAtFirst: posted?.state === 'refused' ? posted.errors : {},
  })
  const agreed = form.seen ? form.seen.has('agreeToTerms') : 'agreeToTerms' in typedBefore(posted)

  const submission = useSubmission<ApplicationField>({
    form,
    address: `${apiUrl()}/api/internship/apply/`,
    schema: applicationSchema,
    labels: applicationLabels,
    notSent: ['agreeToTerms'],
    noticeVersion: notice.version,
    posted,
    objection(shown, all) {
      if (!agreed && !hasFieldErrors(shown)) return agreementRequired
      return hasFieldErrors(shown) || hasFieldErrors(all) ? fixErrors : undefined
    },
    announce: toast,
    success,
    failure,
  })

  return { ...form, ...submission, agreed, hasErrors: hasFieldErrors(form.errors) }
}

/** The box for the terms has a label and a toast of its own. */
function hasFieldErrors(errors: FieldErrors<ApplicationField>): boolean {
  return Object.keys(errors).some((field) => field !== 'agreeToTerms')
}

const agreementRequired: Announcement = {
  title: 'Agreement Required',
  lines: ['Please read and agree to our Privacy Policy and Terms of Service before submitting.'],
  tone: 'warning',
}

const success: Announcement = {
  title: 'Application Submitted',
  lines: ["Your internship application has been received. We'll contact you soon!"],
  tone: 'success',
}

const failure: Announcement = {
  title: 'Submission Failed',
  lines: [
    'There was an error submitting your application. Please check your inputs and try again.',
  ],
  tone: 'destructive',
}

/**
 * Everything that is wrong with the application form as it stands, by the rules the server
 * applies, and the box for the terms, which only the form knows.
 */
function checkApplication(data: FormData): FieldErrors<ApplicationField> {
  const checked = check(applicationSchema, typedTexts(data))
  const resume = resumeProblem(chosenFile(data.get('resume')))
  return {
    ...(checked.ok ? {} : checked.errors),
    ...(resume ? { resume: [resume] } : {}),
    ...(data.has('agreeToTerms') ? {} : { agreeToTerms: [termsMessage] }),
  }
}

/** An empty file field holds a file without name and bytes. */
function chosenFile(value: FormDataEntryValue | null): File | undefined {
  return value instanceof File && (value.name !== '' || value.size > 0) ? value : undefined
}
