import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import { type Config, readConfig } from './config.ts'
import { makeDataFolder } from './data-folder.ts'
import { explainFailure } from './explain-failure.ts'

const folder = allTests(newFolder)

/** What an operator reads of a step of the start that fails. */
async function explained(settings: Record<string, string>, step: (config: Config) => unknown) {
  const config = readConfig({ METRICS_PORT: '0', ...settings })
  try {
    await step(config)
  } catch (error) {
    return explainFailure(error, config)
  }
  throw new Error('It did not fail.')
}

const listen = (at?: { port: number; host: string }) => once(createServer().listen(at), 'listening')

test.each([
  ['HOST', 'no-such-host.invalid'],
  ['HOST', '192.0.2.1'],
  ['METRICS_HOST', 'no-such-host.invalid'],
  ['METRICS_HOST', '192.0.2.1'],
])('%s=%s is no address of this machine, and is named', async (name, host) => {
  const step = () => listen({ host, port: 0 })
  expect(await explained({ [name]: host }, step)).toMatch(`${name} is ${host}, which is no address`)
})

test.each([
  ['PORT', '0.0.0.0', '127.0.0.1'],
  ['PORT', 'localhost', 'localhost'],
  ['METRICS_PORT', '127.0.0.1', '127.0.0.1'],
])('a port that another program has is named: %s, HOST=%s, taken on %s', async (name, host, on) => {
  const other = createServer().listen(0, on)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const step = () => listen({ host, port })
  expect(await explained({ HOST: host, [name]: `${port}` }, step)).toMatch(`${name} is ${port}`)
  other.close()
})

test('a port that only root may use is named', async () => {
  const refused = Object.assign(new Error(), { code: 'EACCES', syscall: 'listen', port: 80 })
  const sentence = await explained({ PORT: '80' }, () => Promise.reject(refused))
  expect(sentence).toMatch('PORT is 80, which this user may not use')
})

test.each([
  ['/proc/naic', 'it cannot be made there'],
  ['/dev/null/data', 'it is no folder'],
  [`/tmp/${'x'.repeat(300)}`, 'the name is too long'],
])('DATA_DIR=%s is named: %s', async (dataDir, reason) => {
  const sentence = await explained({ DATA_DIR: dataDir }, makeDataFolder)
  expect(sentence).toMatch(`DATA_DIR is ${dataDir}, which cannot be used: ${reason}.`)
})

test.each(['mail', 'keys'])('a file called %s in DATA_DIR is named', async (name) => {
  const dataDir = await mkdtemp(folder.file('data-'))
  const file = path.join(dataDir, name)
  await writeFile(file, '')
  const sentence = await explained({ DATA_DIR: dataDir }, makeDataFolder)
  expect(sentence).toMatch(`DATA_DIR is ${dataDir}, and ${file} cannot be used`)
})
