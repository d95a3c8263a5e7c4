import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { type Api, detail, justOne, nothing, startApi } from '@naic/test/support/start-api.ts'

let api: Api
beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

describe('the plain form post', () => {
  const postPage = (data: FormData) => api.post(data, {}, '/apply')

  test('that is right is stored and answered with a page', async () => {
    const answer = await postPage(formData({ agreeToTerms: 'on', website: '' }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatchObject({ address: '/apply', posted: { state: 'accepted' } })
    expect(await api.kept()).toEqual(justOne)
    await api.lettersOnceSent(2)
  })

  test('that is wrong gives back what was typed, with the messages', async () => {
    const answer = await postPage(formData({ agreeToTerms: 'on', name: 'A' }))
    expect(answer.status).toBe(400)
    expect(answer.body.posted).toEqual({
      state: 'refused',
      values: {
        ...asha,
        name: 'A',
        agreeToTerms: 'on',
        message: asha.message.replace('\n', '\r\n'),
      },
      errors: { name: ['Name must be at least 2 characters.'] },
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('without agreement is refused with its message', async () => {
    const answer = await postPage(formData())
    expect(answer.status).toBe(400)
    expect(answer.body.posted.errors).toEqual({
      agreeToTerms: ['You must agree to the privacy policy and terms of service to proceed'],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('that is not our form is answered with a page that keeps what was typed', async () => {
    const answer = await postPage(formData({ agreeToTerms: 'on', website: 'x' }))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.body.posted).toMatchObject({
      state: 'failed',
      ...detail,
      values: { name: asha.name, email: asha.email },
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('of another kind than multipart is answered with a page', async () => {
    const body = String(new URLSearchParams({ ...asha, agreeToTerms: 'on' }))
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await api.post(body, type, '/apply')
    expect(answer.status).toBe(415)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await api.kept()).toEqual(nothing)
  })

  test('from a page elsewhere is refused', async () => {
    const answer = await api.post(
      formData({ agreeToTerms: 'on' }),
      { Origin: 'https://evil.example' },
      '/apply',
    )
    expect(answer.status).toBe(403)
    expect(await api.kept()).toEqual(nothing)
  })
})
