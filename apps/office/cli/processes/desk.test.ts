import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, userInfo } from 'node:os'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { council } from '@naic/test/support/council.ts'
import { copyMadeDataFolder } from '@naic/test/support/made-data-folder.ts'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { askRaw } from '@naic/test/support/path-spellings.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

describe('a desk, while the server runs', () => {
  let api: Api
  let desk: OpenDesk
  beforeEach(async () => {
    const settings = { SITE_URL: 'https://naic.example', SUDO_USER: 'meera' }
    api = await startApi(settings)
    desk = await OpenDesk.open({ ...settings, DATA_DIR: api.dataDir })
  })
  afterEach(async () => {
    await desk.close()
    await api.close()
  })

  const open = (token: string) =>
    fetch(`${desk.url}/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token },
      body: '{}',
    })
  const session = async () =>
    ((await (await open(desk.token)).json()) as { session: string }).session
  const ask = (key: string, path: string, init: RequestInit = {}) =>
    fetch(desk.url + path, { ...init, headers: { ...init.headers, 'X-Desk-Session': key } })

  const send = (key: string, path: string, sent: unknown) =>
    ask(key, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: typeof sent === 'string' ? sent : JSON.stringify(sent),
    })

  test('its address opens it once, for a session that ends with the process', async () => {
    expect((await open('guessed')).status).toBe(401)
    const opened = await open(desk.token)
    expect(opened.status).toBe(200)
    expect((await open(desk.token)).status).toBe(401)
    const { session: key } = (await opened.json()) as { session: string }
    expect((await ask(key, '/api/desk')).status).toBe(200)
    expect(await desk.close()).toBe(0)
    await expect(ask(key, '/api/desk')).rejects.toThrow()

    const settings = { SITE_URL: 'https://naic.example', DATA_DIR: api.dataDir }
    desk = await OpenDesk.open(settings)
    expect((await ask(key, '/api/desk')).status).toBe(401)
  })

  test('it is answered by this machine’s own name alone, and by no other address of it', async () => {
    const key = await session()
    for (const host of ['evil.example', 'naic.example', '127.0.0.1.evil.example']) {
      const answer = await askRaw(desk.url, {
        path: '/api/desk',
        headers: { Host: host, 'X-Desk-Session': key },
      })
      expect(answer.status, host).toBe(403)
    }
    const { port } = new URL(desk.url)
    const tunnelled = { Host: 'localhost:9000', 'X-Desk-Session': key }
    expect((await askRaw(desk.url, { path: '/api/desk', headers: tunnelled })).status).toBe(200)
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
    const post = async (path: string, sent: unknown) => (await send(key, path, sent)).json()
    const asked = { to: 'shortlisted', withLetter: true, message: 'See you on Monday.', seen: 0 }
    const { letter, seal } = await post(`/api/applications/${body.id}/plan`, asked)
    expect(letter.body).toContain('See you on Monday.')

    const set = (more: object) =>
      post(`/api/applications/${body.id}/status`, { ...asked, seal, ...more })
    const overtaken = { state: 'overtaken', now: { changes: [] } }
    expect(await set({ message: 'See you on Tuesday.' })).toMatchObject(overtaken)
    expect(await set({ to: 'declined' })).toMatchObject(overtaken)
    expect(await set({ withLetter: false, message: undefined })).toMatchObject(overtaken)
    for (const other of ['', 'x', `${seal}x`, createHash('sha256').digest('base64url')]) {
      expect(await set({ seal: other })).toMatchObject(overtaken)
    }
    expect(await set({ note: 'Good projects.' })).toEqual({ state: 'changed' })
    const now = { changes: [{ status: 'shortlisted', changedBy: 'meera', note: 'Good projects.' }] }
    expect(await set({})).toMatchObject({ state: 'overtaken', now })
    api.services.outbox.wake()
    await api.letterQueueEmpty()
    const texts = (await api.letters()).map(({ text }) => text ?? '')
    expect(texts.filter((text) => text.includes('See you on Monday.'))).toHaveLength(1)
    const environment = { DATA_DIR: api.dataDir }
    const journal = await council(['journal', '--csv'], { environment })
    expect(journal.stdout).toMatch(/"meera","applications set-status","NAIC-[^"]+","shortlisted"/)
  })
})

test('a port that is taken is not passed over: who has it is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const folder = await copyMadeDataFolder({ SITE_URL: 'https://naic.example' })
  const { code, stdout, stderr } = await council(['desk', '--port', String(port)], {
    environment: { DATA_DIR: folder },
  })
  taken.close()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(
    `Port ${port} of 127.0.0.1 is taken by a program of the account "${userInfo().username}": ask them`,
  )
  await rm(folder, { recursive: true })
})

test('the tunnel that is printed leads to the port that it has', async () => {
  const folder = await copyMadeDataFolder({ SITE_URL: 'https://naic.example' })
  const desk = await OpenDesk.open({ DATA_DIR: folder, SITE_URL: 'https://naic.example' })
  const { port } = new URL(desk.url)
  const tunnel = `ssh -L ${port}:127.0.0.1:${port} SERVER`
  await vi.waitFor(() => expect(desk.said).toContain(tunnel))
  await desk.close()
  await rm(folder, { recursive: true })
})
