import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeyFolder } from './private-keys.ts'
import type { KeyRow } from './registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

let folder: string
let keys: KeyFolder
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-keys-'))
  keys = await KeyFolder.open(path.join(folder, 'keys'))
})
afterEach(() => rm(folder, { recursive: true }))

const make = async (name: string): Promise<KeyRow> => ({
  name,
  use: 'log',
  public_key: await keys.next([], 'log', name),
  added_at: '2026-01-02T03:04:05.678Z',
  log_index: 1,
  origin: null,
})
const files = () => readdir(path.join(folder, 'keys'))

test('a retired key is destroyed, and may have been before', async () => {
  const key = await make('log-2026')
  await make('log-2026-2')
  await keys.retire(key)
  await keys.retire(key)
  expect(await files()).toEqual(['log-2026-2.pem'])
})

test('a key is not destroyed for another that has its name', async () => {
  const retired = await make('log-2026')
  await make('log-2026-2')
  await expect(keys.retire({ ...retired, name: 'log-2026-2' })).rejects.toBeInstanceOf(
    RegistryRefused,
  )
  expect(await files()).toEqual(['log-2026-2.pem', 'log-2026.pem'])
})

test.each(['../keys/log-2026', 'log-2026.pem/..', 'log-2026\n', 'last-checkpoint', ''])(
  'the name %j, which no key has, is refused and nothing is destroyed',
  async (name) => {
    const key = await make('log-2026')
    const refusals = [keys.retire({ ...key, name }), keys.next([], 'log', name)]
    for (const refusal of refusals) await expect(refusal).rejects.toThrow(/gives none/)
    expect(await files()).toEqual(['log-2026.pem'])
  },
)
