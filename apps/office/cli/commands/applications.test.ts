import { expect, test } from 'vitest'
import { asha } from '@naic/test/support/ashas-form.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const beside = eachTest(() => startCouncilBesideServer())

const applications = (...words: string[]) => beside.council('applications', ...words)

test('everything of an application is there for programs, by filters that are added to one another', async () => {
  const { id, reference } = await beside.apply()
  await beside.apply({ name: 'Ravi Iyer', domain: 'Cyber Security', internship: '' })
  const asked = ['--json', '--domain', 'data science', '--college', 'cityCOLLEGE', '--today']
  const { code, stdout } = await applications('export', ...asked)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([
    {
      ...asha,
      id,
      reference,
      status: 'received',
      status_changed_at: null,
      completed_on: null,
      completed_internship: null,
      name_sent: 'Asha Rao',
      email_sent: 'asha.rao@example.com',
      tags: null,
      assignee: null,
      score: null,
      tasks_received_on: null,
      tasks_reference: null,
      fee_received_on: null,
      fee_reference: null,
      internship_title: 'Data Science & Analysis',
      notice_version: null,
      resume_name: 'cv.pdf',
      resume_type: 'application/pdf',
      resume_bytes: expect.any(Number),
      received_at: expect.stringMatching(/Z$/),
    },
  ])
})

test('refuses a value that makes no sense, and suggests the nearest', async () => {
  const notOurs = (typed: string, meant: string) =>
    `"${typed}" is not one of ours; did you mean "${meant}"?`
  for (const [words, sentence] of [
    ['--status/shortlistd', `--status ${notOurs('shortlistd', 'shortlisted')}`],
    ['--since/yesterday', '--since "yesterday" is not a day such as 31-03-2026 or 2026-03-31'],
    ['--today/--since/2026-02-02', "'--today' cannot be used with option '--since <day>'"],
    ['--domain/\u001B[2J\u202E', String.raw`--domain "\u{1b}[2J\u{202e}" is not one of ours`],
  ] as const) {
    const { code, stdout, stderr } = await applications('export', '--json', ...words.split('/'))
    expect({ code, stdout }, words).toEqual({ code: 2, stdout: '' })
    expect(stderr.split('\n')[0]).toContain(sentence)
  }
})
