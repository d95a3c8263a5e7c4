import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { loadBuiltSite } from './built-site.ts'

const empty = eachTest(newFolder)

test('where nothing was built, a sentence says how to', async () => {
  const loading = loadBuiltSite(empty.path, readConfig({}), pino({ level: 'silent' }))
  await expect(loading).rejects.toThrow(ConfigError)
  await expect(loading).rejects.toThrow(/"npm run build"/)
})
