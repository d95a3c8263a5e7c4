import { afterEach, beforeEach, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { readApplication } from '@naic/admissions/applications/read-application.ts'

let api: Api
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

const versions = async () => (await api.applications()).map(({ notice_version }) => notice_version)

test.each([
  ['2026-11-22', '2026-11-22'],
  ['the newest', null],
  ['2026-02-30', null],
])('the header %s of an application is kept as %s', async (said, kept) => {
  expect((await api.post(formData(), { 'Privacy-Notice': said })).status).toBe(201)
  expect(await versions()).toEqual([kept])
})

test('a program that says nothing has agreed to nothing that we could show', async () => {
  await api.post(formData())
  expect(await versions()).toEqual([null])
})

test('without JavaScript the box for the terms says which version stood beside it', async () => {
  await api.post(formData({ agreeToTerms: '2026-11-22' }), {}, '/apply')
  await api.post(formData({ agreeToTerms: 'on', college: 'Another College' }), {}, '/apply')
  expect((await versions()).toSorted()).toEqual(['2026-11-22', null])
})

test('the staff see it', async () => {
  const { body } = await api.post(formData(), { 'Privacy-Notice': '2026-11-22' })
  const found = await readApplication(api.services.database, body.id)
  expect(found).toMatchObject({ state: 'found', application: { noticeVersion: '2026-11-22' } })
})
