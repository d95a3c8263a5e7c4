import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formData } from '#test/support/ashas-form.ts'
import { OpenDesk } from '#test/support/open-desk.ts'
import { PostgresPlace } from '#test/support/postgres-places.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { type Api, startApi } from '#test/support/start-api.ts'

vi.setConfig({ testTimeout: 60_000 })

const engines = ['SQLite', 'PostgreSQL'] as const

describe.each(engines)('a desk on %s, while the server runs', (engine) => {
  let place: PostgresPlace | undefined
  let api: Api
  let desk: OpenDesk
  beforeEach(async () => {
    place = engine === 'PostgreSQL' ? await new PostgresPlace().make() : undefined
    const settings = {
      SITE_URL: 'https://naic.example',
      SUDO_USER: 'meera',
      ...(place ? { DATABASE_URL: place.url } : {}),
    }
    api = await startApi(settings)
    desk = await OpenDesk.open({ ...settings, DATA_DIR: api.dataDir })
  })
  afterEach(async () => {
    await desk.close()
    await api.close()
    await place?.remove()
  })

  const open = (token: string) =>
    fetch(`${desk.url}/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
  const session = async () =>
    ((await (await open(desk.token)).json()) as { session: string }).session
  const ask = (key: string, path: string, init: RequestInit = {}) =>
    fetch(desk.url + path, { ...init, headers: { ...init.headers, 'X-Desk-Session': key } })

  test('its address opens it once, for a session that ends with the process', async () => {
    expect((await open('guessed')).status).toBe(403)
    const opened = await open(desk.token)
    expect(opened.status).toBe(200)
    expect((await open(desk.token)).status).toBe(403)
    const { session: key } = (await opened.json()) as { session: string }
    expect((await ask(key, '/api/desk')).status).toBe(200)
    expect(await desk.close()).toBe(0)
    await expect(ask(key, '/api/desk')).rejects.toThrow()

    const settings = { SITE_URL: 'https://naic.example', DATA_DIR: api.dataDir }
    desk = await OpenDesk.open(place ? { ...settings, DATABASE_URL: place.url } : settings)
    expect((await ask(key, '/api/desk')).status).toBe(401)
  })

  test('nothing but the empty page is told without a session', async () => {
    await api.post(formData())
    const paths = [
      '/api/desk',
      '/api/applications',
      '/api/applications/x',
      '/api/applications/x/resume',
      '/api/messages',
      '/api/certificates',
      '/api/letters',
      '/api/health',
      '//api/applications',
      '/API/applications',
      '/api%2fapplications',
      '/./api/applications',
    ]
    for (const path of paths) {
      const answer = await rawGet(desk.url, path)
      expect(answer.body, path).not.toMatch(/asha|Asha/)
      const isPage = answer.status === 200 && answer.body.includes('<div id="desk">')
      expect([401, 404].includes(answer.status) || isPage, `${path}: ${answer.status}`).toBe(true)
    }
    for (const [path, body] of [
      ['/api/letters/retry', '{"ids":"all"}'],
      ['/api/certificates/issue', ''],
    ] as const) {
      expect((await fetch(desk.url + path, { method: 'POST', body })).status).toBe(401)
    }
  })

  test('it is answered by this machine’s own name alone, and by no other address of it', async () => {
    const key = await session()
    for (const host of ['evil.example', 'naic.example', '127.0.0.1.evil.example']) {
      const answer = await rawGet(desk.url, '/api/desk', { Host: host, 'X-Desk-Session': key })
      expect([400, 403], host).toContain(answer.status)
    }
    const { port } = new URL(desk.url)
    const tunnelled = { Host: 'localhost:9000', 'X-Desk-Session': key }
    expect((await rawGet(desk.url, '/api/desk', tunnelled)).status).toBe(200)
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one && !one.internal && one.family === 'IPv4')
    for (const one of others) {
      await expect(fetch(`http://${one?.address}:${port}/`)).rejects.toThrow()
    }
  })

  test('its page lets nothing in from elsewhere, and no other page around it', async () => {
    const { headers } = await fetch(`${desk.url}/applications`)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/'unsafe-|https?:|\*/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('the public server has nothing of it', async () => {
    const key = await session()
    for (const path of ['/api/desk', '/api/applications', '/api/letters', '/api/session']) {
      const answer = await fetch(api.url + path, { headers: { 'X-Desk-Session': key } })
      expect(answer.status, path).toBe(404)
    }
  })

  test('a status is set as it was shown, with its letter, and is in the journal', async () => {
    const { body } = await api.post(formData())
    const key = await session()
    const post = async (path: string, sent: unknown) =>
      (
        await ask(key, path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(sent),
        })
      ).json()
    const asked = { to: 'shortlisted', withLetter: true, message: 'See you on Monday.', seen: 0 }
    const shown = await post(`/api/applications/${body.id}/plan`, asked)
    expect(shown.letter.body).toContain('See you on Monday.')

    const other = { ...asked, message: 'See you on Tuesday.' }
    expect(await post(`/api/applications/${body.id}/status`, { ...other, shown })).toEqual({
      state: 'overtaken',
    })
    expect(await post(`/api/applications/${body.id}/status`, { ...asked, shown })).toEqual({
      state: 'changed',
    })
    expect(await post(`/api/applications/${body.id}/status`, { ...asked, shown })).toEqual({
      state: 'overtaken',
    })
    api.services.outbox.wake()
    await vi.waitFor(async () => {
      const texts = (await api.letters()).map(({ text }) => text ?? '')
      expect(texts.filter((text) => text.includes('See you on Monday.'))).toHaveLength(1)
    })
    const journal = await runCouncil(
      api.dataDir,
      ['journal', '--csv'],
      place ? { DATABASE_URL: place.url } : {},
    )
    expect(journal.output).toMatch(/"meera","applications set-status","NAIC-[^"]+","shortlisted"/)
  })
})

/** A request as it stands: fetch would tidy the path, and choose the name. */
function rawGet(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}
