import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { referenceOf } from '#forms/reference.ts'
import { formData } from '#test/support/ashas-form.ts'
import { PostgresPlace } from '#test/support/postgres-places.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { type Api, startApi } from '#test/support/start-api.ts'

const place = new PostgresPlace()
const engines = [
  { name: 'SQLite', settings: async () => ({}) },
  {
    name: 'PostgreSQL',
    settings: async () => ({ DATABASE_URL: (await place.make()).url }),
  },
]

describe.each(engines)('on $name, while the server runs', ({ settings }) => {
  let ours: Record<string, string>
  let api: Api
  beforeEach(async () => {
    ours = { ...(await settings()), SITE_URL: 'https://naic.example' }
    api = await startApi(ours)
  })
  afterEach(async () => {
    await api.close()
    if ('DATABASE_URL' in ours) await place.remove()
  })

  const council = (...words: string[]) => runCouncil(api.dataDir, words, ours)
  const issue = (...words: string[]) =>
    council('certificates', 'issue', '--from-applications', ...words)

  /** @returns the reference of an application that was sent and completed. */
  async function completed(
    answers: Record<string, string>,
    internship: string | null = null,
  ): Promise<string> {
    const { body } = await api.post(formData(answers))
    const { database } = api.services
    await database.atomic([
      database.build
        .insertInto('application_status')
        .values({
          application_id: body.id,
          status: 'completed',
          changed_at: new Date().toISOString(),
          changes: 1,
          completed_on: '2026-03-14',
          internship,
        })
        .compile(),
    ])
    return referenceOf(body.id)
  }

  test('completed applications become certificates once, with a letter that leads to page and PDF', async () => {
    const one = await completed({ name: 'Asha Rao', internship: '4', domain: 'Data Science' })
    const other = await completed({ name: 'Ravi Iyer', internship: '', domain: 'Java Development' })
    await api.post(formData({ name: 'Not Yet', email: 'not.yet@example.com' }))

    const dry = await issue('--dry-run')
    expect(dry).toMatchObject({ status: 0, output: '' })
    expect(dry.errors).toContain('2 would be issued')
    const listed = dry.errors.slice(
      dry.errors.indexOf('Certificates:'),
      dry.errors.indexOf('Domains:'),
    )
    expect(listed.trimEnd().split('\n').toSorted()).toEqual(
      [
        'Certificates:',
        `  ${one}  Asha Rao, Data Science, 6 Weeks, 2026-03-14, Data Science & Analysis`,
        `  ${other}  Ravi Iyer, Java Development, 6 Weeks, 2026-03-14, Java Development`,
      ].toSorted(),
    )
    expect(dry.errors).toContain('  Data Science & Analysis: 1\n')
    expect(dry.errors).toContain('  6 Weeks: 2\n')

    const none = await council('certificates', 'show', one)
    expect(none).toMatchObject({
      status: 1,
      errors: `${one} is the reference of an application that has no certificate.\n`,
    })
    expect((await council('applications', 'show', one)).output).toContain(
      '\nCertificate   none yet\n',
    )
    const issued = await issue()
    expect(issued.status).toBe(0)
    const rows = issued.output.trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(
      [`"${one}"`, `"${other}"`].toSorted(),
    )
    expect(issued.errors).toContain('2 issued, 0 issued before.')

    const id = new RegExp(`^"${one}",(\\w+),`, 'm').exec(issued.output)?.[1] ?? ''
    const shown = await council('certificates', 'show', id)
    expect(shown.output).toContain('Asha Rao')
    expect(shown.output).toContain('2026-03-14')
    const typed = one.toLowerCase().replaceAll('-', '')
    expect(await council('certificates', 'show', typed)).toEqual(shown)
    expect((await council('applications', 'show', one)).output).toContain(`\nCertificate   ${id}\n`)
    expect((await council('certificates', 'show', 'NAIC-0000-0000')).errors).toBe(
      'There is no certificate NAIC00000000.\n',
    )
    api.services.outbox.wake()
    const letter = await vi.waitFor(async () => {
      const found = (await api.letters()).find(({ text }) => text?.includes(`ID: ${id}`))
      expect(found).toBeDefined()
      return found
    })
    expect(letter?.text).toContain(`https://naic.example/verify/${id}\n`)
    expect(letter?.text).toContain(`https://naic.example/credentials/${id}.pdf\n`)

    const again = await issue()
    expect(again).toMatchObject({ status: 0, output: '' })
    expect(again.errors).toContain(
      '0 completed application(s) without a certificate, 2 with theirs',
    )

    const journal = await council('journal', '--csv')
    expect(journal.output).toMatch(/"certificates issue","","2 issued"/)
    expect(journal.output).not.toMatch(/Asha|asha/)
  })

  test('one that no certificate can be made of is named, and keeps no other back', async () => {
    const odd = await completed({ name: '=Asha', internship: '4' })
    const unclear = await completed({
      name: "Meera O'Nair",
      internship: '',
      domain: 'Web Development',
    })
    await completed({ name: 'Ravi Iyer', internship: '', domain: 'Web Development' }, '3')
    const issued = await issue()
    expect(issued.status).toBe(1)
    expect(issued.errors).toContain(`${odd}: holder begins with "="`)
    expect(issued.errors).toContain(`${unclear}: which internship it was is not known; say it by`)
    expect(issued.errors).toContain('1 issued, 0 issued before.')
    expect(issued.errors).toContain(
      `  npm run --silent council -- certificates issue --reference ${odd} --holder 'NAME AS IT SHOULD STAND' --domain 'Data Science' --duration '6 Weeks' --verified-on 2026-03-14 --internship 4 --email asha.rao@example.com\n`,
    )
    expect(issued.errors).toContain(
      `--reference ${unclear} --holder 'Meera O'\\''Nair' --domain 'Web Development' --duration DURATION --verified-on 2026-03-14 --internship INTERNSHIP --email`,
    )

    const words = ['--holder', 'Asha', '--domain', 'Data Science', '--duration', '6 Weeks']
    const byHand = ['--verified-on', '2026-03-14', '--reference', odd]
    expect((await council('certificates', 'issue', ...words, ...byHand)).status).toBe(0)
    const after = await issue()
    expect(after.errors).not.toContain(odd)
    expect(after.errors).toContain(
      '0 completed application(s) without a certificate, 2 with theirs',
    )
  })

  test('where an internship of another domain was completed, the certificate names its domain', async () => {
    await completed({ name: 'Ravi Iyer', internship: '1', domain: 'Java Development' }, '12')
    const issued = await issue()
    expect(issued.errors).toContain('1 issued, 0 issued before.')
    const { output } = await council('certificates', 'list')
    expect(output).toContain('Generative AI')
  })
})
