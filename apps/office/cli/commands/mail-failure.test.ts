import { hostname } from 'node:os'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { council } from '@naic/test/support/council.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const relay = eachTest(() => startRelay())
const settings = () => ({
  SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
  MAIL_FROM: 'naic@example.org',
  OPERATOR_EMAIL: 'operator@example.org',
})

const tell = (stdin: string, environment: Record<string, string> = settings()) =>
  council(['mail-failure', 'naic.service'], { environment, stdin })
const letter = () => PostalMime.parse(relay.taken[0]?.message ?? '')

test('the operator gets a letter with the unit, the machine and the end of the log', async () => {
  const log = Array.from({ length: 60 }, (_, at) => `line ${at} \u001B[2J`).join('\n')
  const { code, stdout, stderr } = await tell(`${log}\n`)
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: '' })
  expect(relay.taken[0]).toMatchObject({ from: 'naic@example.org', to: ['operator@example.org'] })
  const { subject, text = '', html = '' } = await letter()
  expect(subject).toBe(`naic.service has failed on ${hostname()}`)
  expect(text).toContain('journalctl -u naic.service')
  expect(text.match(/^line \d+/gm)).toHaveLength(50)
  expect(text.trim().split('\n').at(-1)).toBe(String.raw`line 59 \u{1b}[2J`)
  expect(html).toContain('line 59')
})

test.each([
  { PORT: 'http', DATABASE_URL: 'postgres://', DATA_DIR: '/dev/null/none', SITE_URL: 'www' },
  { DATABASE_PASSWORD_FILE: '/dev/null/none', LOG_KEYS: 'nonsense', FILES_URL: 's3://naic' },
])('a setting that stops everything else does not stop the letter: %j', async (wrong) => {
  const environment = { ...settings(), ...wrong }
  const other = await council(['outbox', 'list'], { environment })
  expect(other.code).toBe(1)
  const { code, stderr } = await tell('The server did not start.', environment)
  expect(code, stderr).toBe(0)
  expect((await letter()).text).toContain('The server did not start.')
})

test('without OPERATOR_EMAIL it goes to the staff, and a log without a line is no hindrance', async () => {
  const { OPERATOR_EMAIL: _none, ...rest } = settings()
  const { code } = await tell('', { ...rest, STAFF_EMAIL: 'people@example.org' })
  expect(code).toBe(0)
  expect(relay.taken[0]?.to).toEqual(['people@example.org'])
  expect((await letter()).text).toContain('(nothing)')
})

test('if nobody could be told, it says so and fails, so that systemd tries again', async () => {
  relay.refuses = () => ({ to: 'RCPT', code: 451, text: 'Try later.' })
  const refused = await tell('')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Try later.')])
  const { SMTP_URL: _none, ...rest } = settings()
  const unset = await tell('', rest)
  expect([unset.code, unset.stderr]).toEqual([
    1,
    'SMTP_URL is not set, so nobody was told that naic.service failed.\n',
  ])
})
