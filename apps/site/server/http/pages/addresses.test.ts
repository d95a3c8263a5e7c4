import { describe, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { detail, justOne, startApi } from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'

const api = allTests(() => startApi())

const get = (address: string, method = 'GET') =>
  fetch(api.url + address, { method, redirect: 'manual' })

describe('a path in other letter case', () => {
  test.each([
    ['/API/Certificates/naic25a7k2m', '/api/certificates/naic25a7k2m'],
    ['/api/certificate%73/NAIC25A7K2M/', '/api/certificates/NAIC25A7K2M/'],
    ['/Credentials/NAIC25A7K2M.json?a=B', '/credentials/NAIC25A7K2M.json?a=B'],
    ['/Verify/naic25-A7k2m?', '/verify/naic25-A7k2m?'],
    ['/APPLY?domain=X&y=%2F%2F', '/apply?domain=X&y=%2F%2F'],
  ])('%s leads to %s', async (asked, real) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(asked, method)
      expect(answer.status).toBe(301)
      expect(answer.headers.get('location')).toBe(real)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await get(real)).status).toBe(200)
  })

  test("of the API leads other sites' pages there too", async () => {
    const answer = await get('/API/certificates/NAIC25A7K2M')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('takes a form as it is', async () => {
    expect((await api.post(formData(), {}, '/API/Internship/Apply')).status).toBe(201)
    expect((await api.post(formData({ agreeToTerms: 'on' }), {}, '/Apply')).status).toBe(200)
    expect(await api.kept()).toMatchObject({ staged: justOne.staged })
    expect((await get('/API/Internship/Apply', 'OPTIONS')).status).toBe(204)
    expect((await get('/About', 'PUT')).status).toBe(405)
  })

  test.each(['/API/Nothing', '/api/certificates', '/%41PI/', '/Verify/a/b'])(
    'that is none, as %s, leads nowhere',
    async (address) => {
      expect((await get(address)).headers.get('location')).toBeNull()
    },
  )
})

test.each(['/api/certificates/%ff', '/credentials/%E0%A4%A.json', '/log/checkpoint/%'])(
  '%s cannot be decoded, and is no address of the API',
  async (address) => {
    const answer = await get(address)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual(detail)
  },
)
