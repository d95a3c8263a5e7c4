import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceOf } from '#forms/reference.ts'
import { PostgresPlace } from '#test/support/postgres-places.ts'
import { messageForm, ravi } from '#test/support/ravis-message.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { type Api, startApi } from '#test/support/start-api.ts'

describe.each(['SQLite', 'PostgreSQL'])('messages, on %s beside a running server', (engine) => {
  let api: Api
  let place: PostgresPlace | undefined
  let settings: Record<string, string>
  const ids: string[] = []

  beforeAll(async () => {
    place = engine === 'PostgreSQL' ? await new PostgresPlace().make() : undefined
    settings = place ? { DATABASE_URL: place.url } : {}
    api = await startApi(settings)
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
    await place?.remove()
  })

  const council = (...words: string[]) => runCouncil(api.dataDir, words, settings)
  const listed = async (...words: string[]) => {
    const { output, errors, status } = await council('messages', 'list', '--json', ...words)
    expect(status, errors).toBe(0)
    return { messages: JSON.parse(output) as Record<string, string | null>[], errors }
  }
  const reference = (at: number) => referenceOf(ids[at] ?? '')

  test('are listed newest first, for people and for programs', async () => {
    const table = await council('messages', 'list')
    expect(table.status).toBe(0)
    expect(table.output.split('\n').map((line) => line.slice(0, 14))).toEqual([
      'Reference     ',
      ...[2, 1, 0].map(reference),
      '',
    ])
    expect(table.errors).toBe('3 messages.\n')
    const { messages } = await listed()
    expect(messages[2]).toEqual({
      reference: reference(0),
      id: ids[0],
      received_at: expect.stringMatching(/^20.+Z$/),
      ...ravi,
      answered_at: null,
      answered_by: null,
    })
    const csv = await council('messages', 'list', '--csv')
    expect(csv.output).toContain(`"'=SUM(1;2) of fees"`)
  })

  test('are found by day, text and page', async () => {
    const named = async (...words: string[]) =>
      (await listed(...words)).messages.map(({ name }) => name)
    expect(await named('--text', 'REFUND')).toEqual(['Meera Shah'])
    expect(await named('--text', '100% b')).toEqual(['Meera Shah'])
    expect(await named('--text', '1_0')).toEqual([])
    expect(await named('--text', reference(1))).toEqual(['Meera Shah'])
    expect(await named('--text', reference(0).replaceAll('-', '').toLowerCase())).toEqual([
      ravi.name,
    ])
    expect(await named('--text', 'zoe@example.COM')).toEqual(['Zoë Fernandes'])
    expect(await named('--until', '2020-01-01')).toEqual([])
    expect(await named('--since', '2020-01-01')).toHaveLength(3)
    const second = await listed('--per-page', '2', '--page', '2')
    expect(second.messages.map(({ name }) => name)).toEqual([ravi.name])
    expect(second.errors).toBe('Page 2 of 2; in all 3 messages.\n')
    const slip = await council('messages', 'list', '--since', '2026-02-30')
    expect(slip).toMatchObject({ status: 2, output: '' })
    expect(slip.errors).toContain('It must be a day such as 31-03-2026 or 2026-03-31.')
  })

  test('one is shown with all that it says and what became of its letters', async () => {
    const { status, output } = await council('messages', 'show', reference(1).toLowerCase())
    expect(status).toBe(0)
    expect(output).toContain('Subject:     A 100% refund\n')
    expect(output).toContain('Answered:    not yet\n')
    expect(output.endsWith('\n\nPlease send\nthe 100% back.\n')).toBe(true)
    const to = [...output.matchAll(/to (\S+): sent \d/g)].map(([, address]) => address)
    expect(to).toEqual([ravi.email, 'staff@example.org'])
    const whole = await council('messages', 'show', ids[1] ?? '', '--json')
    expect(JSON.parse(whole.output)).toMatchObject({ id: ids[1], letters: [{}, {}] })
    expect(await council('messages', 'show', 'NAIC-0000-0000')).toEqual({
      status: 1,
      output: '',
      errors: 'There is no message with the reference NAIC-0000-0000.\n',
    })
  })

  test('one is marked as answered once, and the journal says by whom', async () => {
    const asked = reference(0).replaceAll('-', '').toLowerCase()
    const named = `${reference(0)} (Ravi Iyer, "${ravi.subject}")`
    const dry = await council('messages', 'answered', asked, '--dry-run')
    expect(dry.output).toContain(`${named} would be marked as answered by `)
    expect((await listed('--answered')).messages).toEqual([])

    const meera = { ...settings, SUDO_USER: 'meera' }
    const marked = await runCouncil(api.dataDir, ['messages', 'answered', asked], meera)
    expect(marked).toEqual({ status: 0, output: `${named} is marked as answered.\n`, errors: '' })
    const again = await council('messages', 'answered', asked)
    expect(again.status).toBe(0)
    expect(again.output).toMatch(/ was marked as answered before, .+, by meera\.\n$/)

    expect((await listed('--answered')).messages).toMatchObject([
      { id: ids[0], answered_by: 'meera' },
    ])
    expect((await listed('--open')).messages).toHaveLength(2)
    const journal = JSON.parse((await council('journal', '--json')).output) as unknown[]
    expect(journal).toEqual([
      expect.objectContaining({ who: 'meera', did: 'messages answered', subject: reference(0) }),
    ])
    expect((await council('messages', 'answered', 'NAIC-0000-0000')).status).toBe(1)
  })
})
