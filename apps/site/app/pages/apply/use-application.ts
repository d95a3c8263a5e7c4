import { typedTexts } from '#app/form-parts/form-draft.ts'
import { announcement, fixErrors, useForm } from '#app/form-parts/use-form.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { apiUrl } from '#app/server-context/site-settings.ts'
import {
  type ApplicationField,
  applicationLabels,
  applicationSchema,
  termsMessage,
} from '@naic/admissions/forms/application-form.ts'
import { check, type FieldErrors } from '@naic/admissions/forms/check.ts'
import { resumeProblem } from '@naic/admissions/forms/resume.ts'
import words from '@naic/content/en/application-form.json' with { type: 'json' }
import notice from '@naic/content/privacy-notice.json' with { type: 'json' }
import { rememberSent } from './sent-before.tsx'

export const draftKey = 'application-draft'

export type ApplicationState = ReturnType<typeof useApplication>

/** @param posted the result of a plain form post, if this page answers one. */
export function useApplication(posted: PostedForm | undefined) {
  const form = useForm<ApplicationField>({
    schema: applicationSchema,
    labels: applicationLabels,
    check: checkApplication,
    draftKey,
    address: `${apiUrl()}/api/internship/apply/`,
    page: '/apply',
    notSent: ['agreeToTerms'],
    noticeVersion: notice.version,
    posted,
    objection(shown, all) {
      if ('agreeToTerms' in all && !hasFieldErrors(shown)) return agreementRequired
      return hasFieldErrors(shown) || hasFieldErrors(all) ? fixErrors : undefined
    },
    onStored: rememberSent,
    success: announcement(words.toasts.success, 'success'),
    failure: announcement(words.toasts.failure, 'destructive'),
  })
  const agreed = form.seen?.has('agreeToTerms') ?? false
  return { ...form, agreed, hasErrors: hasFieldErrors(form.errors) }
}

const agreementRequired = announcement(words.toasts.agreement, 'warning')

/** The box for the terms has a label and a toast of its own. */
const hasFieldErrors = (errors: FieldErrors<ApplicationField>): boolean =>
  Object.keys(errors).some((field) => field !== 'agreeToTerms')

/** By the rules that the server applies, and the box for the terms, which only the form knows. */
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
