import { typedTexts } from '#app/form-parts/form-fields.ts'
import { type ApplicationField, applicationSchema, termsMessage } from '#forms/application-form.ts'
import { check, type FieldErrors } from '#forms/check.ts'
import { resumeProblem } from '#forms/resume.ts'

/**
 * Everything that is wrong with the application form as it stands, by the rules the server
 * applies, and the box for the terms, which only the form knows.
 */
export function checkApplication(data: FormData): FieldErrors<ApplicationField> {
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
