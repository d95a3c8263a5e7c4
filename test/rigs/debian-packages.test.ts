import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { installed } from '#support/debian-packages.ts'

const policy = () => readFile('/usr/sbin/policy-rc.d', 'utf8').catch(() => 'none')
const isDebian = (await installed(['base-files'])) === true

test.skipIf(!isDebian)('packages that are there are not installed again', async () => {
  expect(await installed(['base-files', 'dpkg'])).toBe(true)
  expect(await installed([])).toBe(true)
})

test.skipIf(!isDebian)(
  'a package that cannot be had is a sentence, asked for by two at once, and leaves no policy behind',
  { timeout: 120_000 },
  async () => {
    const before = await policy()
    const asked = () => installed(['base-files', 'naic-no-such-package'])
    for (const answer of await Promise.all([asked(), asked()])) {
      expect(answer).toMatch(/naic-no-such-package/)
      expect(answer).not.toMatch(/base-files/)
    }
    expect(await policy()).toBe(before)
  },
)
