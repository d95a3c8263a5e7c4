import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { scrape } from '@naic/test/support/scrape-metrics.ts'
import { serveDeskOf } from '@naic/test/support/serve-desk.ts'
import { StaffMember } from '@naic/test/support/staff-at-desk.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { portOf } from '@naic/test/support/port-of.ts'

const settings = { DESK_URL: 'https://desk.naic.example', METRICS_PORT: '0' }

const data = allTests(newDataFolder)
const served = allTests(() => serveDeskOf({ ...settings, DATA_DIR: data.path }))

const read = () => scrape(served.metricsUrl ?? '')
const eventually = (name: string, value: number) =>
  vi.waitFor(async () => expect((await read()).get(name)).toBe(value), { timeout: 90_000 })
const signIns = (outcome: string) => `naic_desk_sign_ins_total{outcome="${outcome}"}`
const requests = (route: string, method: string, status: number) =>
  `naic_desk_http_requests_total{method="${method}",route="${route}",status="${status}"}`

test('who comes in and who is refused are counted from 0 on, and nobody is named', async () => {
  const before = await read()
  expect([before.get(signIns('in')), before.get(signIns('refused'))]).toEqual([0, 0])
  const meera = await StaffMember.added(served.desk, 'Meera Pillai', 'reviewer')
  await eventually(signIns('in'), 1)
  const stranger = new StaffMember(served.desk, 'Nobody')
  const { body } = await stranger.post('/api/sign-in/options', {})
  const refused = await stranger.post('/api/sign-in', { response: stranger.passkey.use(body) })
  expect(refused.status).toBe(403)
  await eventually(signIns('refused'), 1)
  const asked = await meera.ask('GET', '/api/desk?zzz=1')
  expect(asked.status).toBe(200)
  // By this name the desk's log and nginx's have it.
  expect(asked.head).toMatch(/^x-request-id: [0-9A-Z]{10}\r$/im)
  await eventually(requests('/api/desk', 'GET', 200), 1)
  await eventually(requests('/api/sign-in', 'POST', 403), 1)
  const text = await (await fetch(served.metricsUrl ?? '')).text()
  expect(text).not.toMatch(/zzz|Meera|203[.]0[.]113/)
})

test('docs/monitoring.md has a row for each metric of the desk, and names no other', async () => {
  const text = await (await fetch(served.metricsUrl ?? '')).text()
  const names = [...text.matchAll(/^# TYPE (naic_\w+) /gm)].map(([, name = '']) => name)
  const docs = await readFile(
    path.join(import.meta.dirname, '../../../../docs/monitoring.md'),
    'utf8',
  )
  // It says which version runs as the site's server does.
  const rows = [...docs.matchAll(/^\| `(naic_desk_\w+|naic_build_info)`/gm)].map(
    ([, name = '']) => name,
  )
  expect(rows.toSorted()).toEqual(names.toSorted())
})

test('a port that is taken stops the start with a sentence that names the setting', async () => {
  const taken = createServer()
  const port = await portOf(taken)
  const start = serveDeskOf({ ...settings, DATA_DIR: data.path, METRICS_PORT: String(port - 1) })
  await expect(start).rejects.toThrow(
    `METRICS_PORT: port ${port} of 127.0.0.1 is another program's`,
  )
  taken.close()
})
