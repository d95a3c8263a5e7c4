import { expect, test } from 'vitest'
import { council } from '@naic/test/support/council.ts'

const given = {
  PORT: '8080',
  STAFF_EMAIL: 'staff@naic.example',
  SMTP_URL: 'smtp://office@relay.example.org',
  SMTP_PASSWORD: 'hunter2',
}

test('what is set is shown without secrets, and the rest where it is asked for', async () => {
  const { code, stdout, stderr } = await council(['settings'], { environment: given })
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/STAFF_EMAIL\W+staff@naic[.]example\W+environment/)
  expect(stdout).toMatch(/SMTP_PASSWORD\W+environment/)
  expect(stdout).not.toContain('hunter2')
  expect(stdout).not.toContain('LETTERS_PER_HOUR')
  expect(stderr).toMatch(/^\d+ are as they come; --all shows them too[.]\n$/)
  const all = await council(['settings', '--all', '--json'], { environment: given })
  expect(JSON.parse(all.stdout)).toContainEqual({
    name: 'LETTERS_PER_HOUR',
    value: '1000',
    from: 'default',
  })
})

test('what is misspelt or wrong is named, all of it, and the command ends with 1', async () => {
  const { SMTP_URL, ...rest } = given
  const environment = { ...rest, SMPT_URL: SMTP_URL, HOST: ' ', UPLOAD_MB_PER_DAY: 'many' }
  const { code, stderr } = await council(['settings'], { environment })
  expect(code).toBe(1)
  expect(stderr).toContain('SMPT_URL is no setting, and nothing reads it. Is SMTP_URL meant?')
  expect(stderr).toContain('UPLOAD_MB_PER_DAY must be a whole number')
  expect(stderr).toContain('SMTP_PASSWORD is set, but SMTP_URL names no user.')
})
