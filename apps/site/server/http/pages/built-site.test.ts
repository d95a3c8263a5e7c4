import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { loadBuiltSite } from './built-site.ts'

test('where nothing was built, a sentence says how to', async () => {
  const empty = await mkdtemp(path.join(tmpdir(), 'naic-build-'))
  const loading = loadBuiltSite(empty, readConfig({}), pino({ level: 'silent' }))
  await expect(loading).rejects.toThrow(ConfigError)
  await expect(loading).rejects.toThrow(/"npm run build"/)
  await rm(empty, { recursive: true })
})
