import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServerProcess } from '#support/run-server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'naic-launch-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test("a council's own site begins without invented people, and its start says what is still invented", async () => {
  const settings = { SITE_URL: 'https://naic.example', SAMPLE_CERTIFICATES: '' }
  const server = new ServerProcess({ DATA_DIR: dataDir, ...settings })
  const url = await server.listening()
  expect((await fetch(`${url}/verify/NAIC25A7K2M`)).status).toBe(404)
  for (const address of ['/', '/verification']) {
    const page = await (await fetch(url + address)).text()
    expect(page).not.toContain('NAIC25A7K2M')
    expect(page).not.toContain('samples.invalid')
  }
  server.signal('SIGTERM')
  await server.ending
  const [line, ...others] = server.output.match(/Still invented: .+/g) ?? []
  expect(others).toEqual([])
  for (const fact of ['telephones', 'partner companies', 'testimonials']) {
    expect(line).toContain(fact)
  }
  expect(line).not.toContain('sample certificates')
})

test('on this machine alone there are samples, no metrics, and nothing is said of invented facts', async () => {
  const server = new ServerProcess({ DATA_DIR: dataDir, SAMPLE_CERTIFICATES: '' })
  const url = await server.listening()
  expect((await fetch(`${url}/verify/NAIC25A7K2M`)).status).toBe(200)
  expect(await (await fetch(`${url}/verification`)).text()).toContain('/verify/NAIC25A7K2M')
  server.signal('SIGTERM')
  await server.ending
  expect(server.output).not.toContain('Still invented')
  expect(server.output).not.toContain('Metrics at')
})
