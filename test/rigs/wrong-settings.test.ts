import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canRunAsNobody, nobody, refusedStart } from '#support/refused-start.ts'

let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-settings-'))
  await chmod(folder, 0o777)
  dataDir = path.join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true }))

const refusal = (settings: Record<string, string>, user = {}) =>
  refusedStart({ DATA_DIR: dataDir, ...settings }, user)

test.each([
  // Whatever else can be wrong in a setting by itself is in packages/installation/config.test.ts.
  ['STAFF_EMAIL', 'staff'],
  ['HOST', 'no-such-host.invalid'],
  ['HOST', 'https://www.example.org'],
  ['HOST', '192.0.2.1'],
  ['HOST', 'fe80::1'],
  ['METRICS_HOST', 'no-such-host.invalid'],
  ['METRICS_HOST', '192.0.2.1'],
  ['DATA_DIR', '/proc/naic'],
  ['DATA_DIR', '/dev/null'],
  ['DATA_DIR', '/dev/null/data'],
  ['DATA_DIR', `/tmp/${'x'.repeat(300)}`],
])('%s=%s is reported in a sentence that names it, and nothing is left', async (name, value) => {
  const token = 'x'.repeat(32)
  const rest = { METRICS_PORT: '0', METRICS_TOKEN: token }
  expect(await refusal({ ...rest, [name]: value })).toContain(` ${name} `)
  expect(await readdir(folder)).toEqual([])
})

test('a file for signing PDFs that cannot be opened is reported in a sentence', async () => {
  const said = await refusal({ PDF_SIGNING_KEY: path.join(folder, 'council.p12') })
  expect(said).toMatch(/PDF_SIGNING_KEY names \/.+council.p12, .+: there is no such file[.]$/m)
})

describe('a port', () => {
  test.each([
    ['PORT', '127.0.0.1', '127.0.0.1'],
    ['PORT', '::1', '::1'],
    ['PORT', '::', '::'],
    ['PORT', '0.0.0.0', '127.0.0.1'],
    ['PORT', 'localhost', 'localhost'],
    ['METRICS_PORT', '127.0.0.1', '127.0.0.1'],
  ])('that another program has is named: %s, HOST=%s, taken on %s', async (name, host, taken) => {
    const other = createServer().listen(0, taken)
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const sentence = await refusal({ HOST: host, [name]: String(port) })
    expect(sentence).toContain(` ${name} is ${port}`)
    expect(await readdir(folder)).toEqual([])
    other.close()
  })

  const lowest = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start'))
  test.skipIf(lowest <= 80 || !canRunAsNobody)('that only root may use is reported', async () => {
    expect(await refusal({ PORT: '80' }, nobody)).toContain('PORT is 80')
  })
})
