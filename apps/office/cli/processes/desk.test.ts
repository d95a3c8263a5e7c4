import { createServer } from 'node:net'
import { networkInterfaces, userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { councilIn } from '@naic/test/support/council.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { OpenDesk } from '@naic/test/support/open-desk.ts'
import { StaffMember } from '@naic/test/support/staff-at-desk.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { portOf } from '@naic/test/support/port-of.ts'

const site = { SITE_URL: 'https://naic.example' }
const data = allTests(() => newDataFolder(site))
const settings = () => ({ ...site, DATA_DIR: data.path })

test('the desk lets nobody in without a passkey, and listens on this machine alone', async () => {
  const desk = await OpenDesk.open(settings())
  const member = await desk.enter()
  expect((await member.ask('GET', '/api/desk')).body.person.name).toBe(userInfo().username)
  expect((await new StaffMember(desk, 'x').ask('GET', '/api/desk')).status).toBe(401)
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one && !one.internal && one.family === 'IPv4')
  for (const one of others) {
    await expect(fetch(`http://${one?.address}:${desk.port}/`)).rejects.toThrow()
  }
  expect(await desk.close()).toBe(0)

  const next = await OpenDesk.open(settings())
  expect(next.invitation).toBeUndefined()
  await next.close()
})

test('a port that is taken, and an address of another machine, are refused', async () => {
  const taken = createServer()
  const port = await portOf(taken)
  const there = await councilIn(data.path, ['desk', '--port', String(port)], settings())
  taken.close()
  expect([there.code, there.stdout]).toEqual([1, ''])
  expect(there.stderr).toContain(`--port: port ${port} of 127.0.0.1 is another program's`)

  const away = ['desk', '--port', '0', '--host', '192.0.2.1']
  const refused = await councilIn(data.path, away, settings())
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/^--host: 192[.]0[.]2[.]1 is no address/)
})
