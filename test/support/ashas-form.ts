import type { applicationSchema } from '@naic/admissions/forms/application-form.ts'
import type { FieldOf } from '@naic/admissions/forms/form-schema.ts'
import { pdf } from './resumes.ts'
import type { Part } from './start-api.ts'

/** An application that is right, for tests to send as it is or with something wrong in it. */

export const asha: Record<FieldOf<typeof applicationSchema>, string> = {
  internship: '4',
  name: 'Asha Rao',
  email: 'asha.rao@example.com',
  phone: '+91 98765 43210',
  college: 'City College of Engineering',
  year: '3rd Year',
  domain: 'Data Science',
  linkedin: 'https://linkedin.example/in/asha',
  message: 'I like tables.\nAnd columns.',
}

export const cv = Uint8Array.from(pdf(2_000))

export const file = (bytes: Uint8Array<ArrayBuffer>, name = 'cv.pdf', type = 'application/pdf') =>
  new File([bytes], name, { type })

/** Asha's form, but with other answers; undefined leaves a field out. */
export function formData(
  answers: Record<string, string | undefined> = {},
  resume: File | null = file(cv),
) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...asha, ...answers })) {
    if (value !== undefined) data.append(name, value)
  }
  if (resume) data.append('resume', resume)
  return data
}

export const textPart = (name: string, body: string | Buffer, more = ''): Part => ({
  headers: `Content-Disposition: form-data; name="${name}"${more}`,
  body,
})

export const resumePart = (filename = 'cv.pdf', body = pdf()): Part => ({
  headers: `Content-Disposition: form-data; name="resume"; filename="${filename}"\r\nContent-Type: application/pdf`,
  body,
})

/** Her form part by part, the resume last, with other answers. */
export const ashasParts = (answers: Partial<typeof asha> = {}, resume = pdf()) => [
  ...Object.entries({ ...asha, ...answers }).map(([name, value]) => textPart(name, value)),
  resumePart('cv.pdf', resume),
]
