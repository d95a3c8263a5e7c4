import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { council } from '@naic/test/support/council.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

describe('messages, beside a running server', () => {
  let api: Api
  const ids: string[] = []

  beforeAll(async () => {
    api = await startApi()
    const sent = [
      {},
      { name: 'Meera Shah', subject: 'A 100% refund', message: 'Please send\nthe 100% back.' },
      { name: 'Zoë Fernandes', email: 'Zoe@Example.com', subject: '=SUM(1;2) of fees' },
    ]
    for (const answers of sent) {
      const { status, body } = await api.post(messageForm(answers), {}, '/api/contact/')
      expect(status).toBe(201)
      ids.push(body.id)
    }
    await api.letterQueueEmpty()
  })
  afterAll(async () => {
    await api.close()
  })

  const typed = (...words: string[]) => council(words, { environment: { DATA_DIR: api.dataDir } })
  const listed = async (...words: string[]) => {
    const { stdout, stderr, code } = await typed('messages', 'list', '--json', ...words)
    expect(code, stderr).toBe(0)
    return { messages: JSON.parse(stdout) as Record<string, string | null>[], stderr }
  }
  const reference = (at: number) => referenceOf(ids[at] ?? '')

  test('are listed newest first, for people and for programs', async () => {
    const table = await typed('messages', 'list')
    expect(table.code).toBe(0)
    expect(table.stdout.split('\n').map((line) => line.slice(0, 14))).toEqual([
      'Reference     ',
      ...[2, 1, 0].map(reference),
      '',
    ])
    expect(table.stderr).toBe('1 to 3 of 3.\n')
    const { messages } = await listed()
    expect(messages[2]).toEqual({
      reference: reference(0),
      id: ids[0],
      received_at: expect.stringMatching(/^20.+Z$/),
      ...ravi,
      email_sent: ravi.email,
      answered_at: null,
      answered_by: null,
    })
    const csv = await typed('messages', 'list', '--csv')
    expect(csv.stdout).toContain(`"'=SUM(1;2) of fees"`)
  })

  test('are found by day, text and page', async () => {
    const named = async (...words: string[]) =>
      (await listed(...words)).messages.map(({ name }) => name)
    expect(await named('--text', 'REFUND')).toEqual(['Meera Shah'])
    expect(await named('--text', reference(0).replaceAll('-', '').toLowerCase())).toEqual([
      ravi.name,
    ])
    expect(await named('--text', 'zoe@example.COM')).toEqual(['Zoë Fernandes'])
    expect(await named('--until', '2020-01-01')).toEqual([])
  })

  test('one is shown with all that it says and what became of its letters', async () => {
    const { code, stdout } = await typed('messages', 'show', reference(1).toLowerCase())
    expect(code).toBe(0)
    expect(stdout).toContain('Subject:    A 100% refund\n')
    expect(stdout).toContain('Answered:   not yet\n')
    expect(stdout.endsWith('\n\nMessage:\n  Please send\n  the 100% back.\n')).toBe(true)
    const to = [...stdout.matchAll(/to (\S+): sent \d/g)].map(([, address]) => address)
    expect(to).toEqual([ravi.email, 'staff@example.org'])
    const whole = await typed('messages', 'show', ids[1] ?? '', '--json')
    expect(JSON.parse(whole.stdout)).toMatchObject({ id: ids[1], letters: [{}, {}] })
    expect(await typed('messages', 'show', 'NAIC-0000-0000')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no message with the reference NAIC-0000-0000.\n',
    })
  })

  test('one is answered by a letter that is shown first, and is answered with that', async () => {
    const answer = (...words: string[]) => typed('messages', 'answer', reference(2), ...words)
    const shown = await answer('--text', 'Until Friday.', '--dry-run')
    expect(shown.code).toBe(0)
    for (const line of [
      'Letter to:  Zoë Fernandes <Zoe@Example.com>\n',
      'Subject:    Re: We have received your message\n',
      '  Until Friday.\n',
      '  > When does the next batch begin?',
    ]) {
      expect(shown.stderr).toContain(line)
    }
    const sent = await answer('--text', 'Until Friday.', '--yes')
    expect(sent).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is marked as answered'),
    })
    expect((await answer('--text', 'Again.', '--yes')).stdout).toMatch(/answered before, .+, by /)
    await api.letterQueueEmpty()
    const one = await typed('messages', 'show', reference(2), '--json')
    expect(JSON.parse(one.stdout)).toMatchObject({
      answer_id: `${ids[2]}-answer`,
      letters: expect.arrayContaining([
        expect.objectContaining({ id: `${ids[2]}-answer`, state: 'sent' }),
      ]),
    })
  })

  test('have their address corrected without a letter, and the one that was sent stays beside it', async () => {
    const correct = (...words: string[]) =>
      typed('messages', 'correct-email', reference(2), ...words)
    const right = `${reference(2)}  email: zoe@example.org.\n`
    expect(await correct('--to', 'zoe@example.org')).toMatchObject({ code: 0, stderr: right })
    const shown = await typed('messages', 'show', reference(2))
    expect(shown.stdout).toMatch(/Email: +zoe@example.org\n/)
    expect(shown.stdout).toMatch(/Email as sent: +Zoe@example.com\n/i)
    expect((await correct()).stderr).toContain('give --to or --as-sent')
  })
})
