import { expect } from 'vitest'
import { file, formData } from './ashas-form.ts'
import { pdf } from './resumes.ts'

export const notStored = {
  title: 'Service Unavailable',
  status: 503,
  detail: expect.stringMatching(
    /^We could not store this just now[.] Nothing was saved[.] Please send it again in a few minutes[.] Reference: [0-9A-Z]{10}[.]$/,
  ),
}

/** Sends an application. @param number makes one applicant different from another. */
export async function apply(url: string, number: number, resume = pdf()) {
  const answers = { email: `asha${number}@example.com`, message: 'x'.repeat(4_000) }
  const form = formData(answers, file(Uint8Array.from(resume)))
  const answer = await fetch(`${url}/api/internship/apply/`, { method: 'POST', body: form })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
