import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { makeFoldersUnsyncable } from '@naic/test/support/unsyncable-folders.ts'
import { KeyFolder } from './private-keys.ts'
import type { KeyRow } from './registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

const folder = eachTest(newFolder)
const keys = eachTest(() => KeyFolder.open(folder.file('keys')))

const make = async (name: string): Promise<KeyRow> => ({
  name,
  use: 'log',
  public_key: await keys.next([], 'log', name),
  added_at: '2026-01-02T03:04:05.678Z',
  log_index: 1,
  origin: null,
})
const files = () => readdir(folder.file('keys'))

test('a retired key is destroyed, and may have been before', async () => {
  const key = await make('log-2026')
  await make('log-2026-2')
  await keys.retire(key)
  await keys.retire(key)
  expect(await files()).toEqual(['log-2026-2.pem'])
})

test('a key is not told to be destroyed while a power cut could bring it back', async () => {
  const key = await make('log-2026')
  makeFoldersUnsyncable()
  await expect(keys.retire(key)).rejects.toThrow('The disk is at fault.')
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
