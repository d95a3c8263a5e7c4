import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { councilIn } from '@naic/test/support/council.ts'
import { copyMadeDataFolder } from '@naic/test/support/made-data-folder.ts'
import { OpenDesk } from '@naic/test/support/open-desk.ts'

let dataDir: string
let settings: Record<string, string>
beforeAll(async () => {
  const site = { SITE_URL: 'https://naic.example' }
  dataDir = await copyMadeDataFolder(site)
  settings = { ...site, DATA_DIR: dataDir }
})
afterAll(() => rm(dataDir, { recursive: true }))

test('the address of a desk opens it once, for a session that ends with the process', async () => {
  const desk = await OpenDesk.open(settings)
  const { port } = new URL(desk.url)
  const open = (token: string) =>
    fetch(`${desk.url}/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token },
      body: '{}',
    })
  expect((await open('guessed')).status).toBe(401)
  const opened = await open(desk.token)
  expect(opened.status).toBe(200)
  expect((await open(desk.token)).status).toBe(401)
  const { session } = (await opened.json()) as { session: string }
  const ask = (url: string) => fetch(`${url}/api/desk`, { headers: { 'X-Desk-Session': session } })
  expect((await ask(desk.url)).status).toBe(200)
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one && !one.internal && one.family === 'IPv4')
  for (const one of others) {
    await expect(fetch(`http://${one?.address}:${port}/`)).rejects.toThrow()
  }
  const tunnel = `ssh -L ${port}:127.0.0.1:${port} SERVER`
  await vi.waitFor(() => expect(desk.said).toContain(tunnel))
  expect(await desk.close()).toBe(0)
  await expect(ask(desk.url)).rejects.toThrow()

  const next = await OpenDesk.open(settings)
  expect((await ask(next.url)).status).toBe(401)
  await next.close()
})

test('if a port is taken, the account that has it is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const words = ['desk', '--port', String(port)]
  const { code, stdout, stderr } = await councilIn(dataDir, words, settings)
  taken.close()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(
    `Port ${port} of 127.0.0.1 is taken by a program of the account "${userInfo().username}": ask them`,
  )
})

test.each([
  [
    'for one person it listens on this machine alone',
    ['--host', '0.0.0.0'],
    /--host is for --serve/,
  ],
  [
    'an address of another machine',
    ['--serve', '--host', '192.0.2.1'],
    /^192[.]0[.]2[.]1 is no address/,
  ],
])('another address is refused: %s', async (_what, options, sentence) => {
  const desk = { ...settings, DESK_URL: 'https://desk.naic.example' }
  const refused = await councilIn(dataDir, ['desk', '--port', '0', ...options], desk)
  expect([refused.code, refused.stdout]).toEqual([options.length === 2 ? 2 : 1, ''])
  expect(refused.stderr).toMatch(sentence)
})
