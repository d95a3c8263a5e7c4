import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { formData } from '@naic/test/support/ashas-form.ts'
import { council } from '@naic/test/support/council.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

describe('while the server runs', () => {
  let api: Api
  beforeEach(async () => {
    api = await startApi({ SITE_URL: 'https://naic.example' })
  })
  afterEach(async () => {
    await api.close()
  })

  const typed = (...words: string[]) => council(words, { environment: { DATA_DIR: api.dataDir } })
  const issue = (...words: string[]) =>
    typed('certificates', 'issue', '--from-applications', ...words)

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
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    expect(dry.stderr).toContain('2 would be issued')
    const listed = dry.stderr.slice(
      dry.stderr.indexOf('Certificates:'),
      dry.stderr.indexOf('Domains:'),
    )
    expect(listed.trimEnd().split('\n').toSorted()).toEqual(
      [
        'Certificates:',
        `  ${one}  Asha Rao, Data Science, 6 Weeks, 2026-03-14, Data Science & Analysis`,
        `  ${other}  Ravi Iyer, Java Development, 6 Weeks, 2026-03-14, Java Development`,
      ].toSorted(),
    )
    expect(dry.stderr).toContain('  Data Science & Analysis: 1\n')
    expect(dry.stderr).toContain('  6 Weeks: 2\n')

    const none = await typed('certificates', 'show', one)
    expect(none).toMatchObject({
      code: 1,
      stderr: `${one} is the reference of an application that has no certificate.\n`,
    })
    expect((await typed('applications', 'show', one)).stdout).toMatch(/^Certificate: +none yet$/m)
    const issued = await issue()
    expect(issued.code).toBe(0)
    const rows = issued.stdout.trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(
      [`"${one}"`, `"${other}"`].toSorted(),
    )
    expect(issued.stderr).toContain('2 issued, 0 issued before.')

    const id = new RegExp(`^"${one}",(\\w+),`, 'm').exec(issued.stdout)?.[1] ?? ''
    const shown = await typed('certificates', 'show', id)
    expect(shown.stdout).toContain('Asha Rao')
    expect(shown.stdout).toContain('2026-03-14')
    const bare = one.toLowerCase().replaceAll('-', '')
    expect(await typed('certificates', 'show', bare)).toEqual(shown)
    expect((await typed('applications', 'show', one)).stdout).toMatch(
      new RegExp(`^Certificate: +${id}$`, 'm'),
    )
    expect((await typed('certificates', 'show', 'NAIC-0000-0000')).stderr).toBe(
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
    expect(again).toMatchObject({ code: 0, stdout: '' })
    expect(again.stderr).toContain(
      '0 completed application(s) without a certificate, 2 with theirs',
    )

    const journal = await typed('journal', '--csv')
    expect(journal.stdout).toMatch(/"certificates issue","","2 issued"/)
    expect(journal.stdout).not.toMatch(/Asha|asha/)
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
    expect(issued.code).toBe(1)
    expect(issued.stderr).toContain(`${odd}: holder begins with "="`)
    expect(issued.stderr).toContain(`${unclear}: which internship it was is not known; say it by`)
    expect(issued.stderr).toContain('1 issued, 0 issued before.')
    expect(issued.stderr).toContain('Left out. Issue these by hand, each with its --reference')

    const words = ['--holder', 'Asha', '--domain', 'Data Science', '--duration', '6 Weeks']
    const byHand = ['--verified-on', '2026-03-14', '--reference', odd]
    expect((await typed('certificates', 'issue', ...words, ...byHand)).code).toBe(0)
    const after = await issue()
    expect(after.stderr).not.toContain(odd)
    expect(after.stderr).toContain(
      '0 completed application(s) without a certificate, 2 with theirs',
    )
  })

  test('where an internship of another domain was completed, the certificate names its domain', async () => {
    await completed({ name: 'Ravi Iyer', internship: '1', domain: 'Java Development' }, '12')
    const issued = await issue()
    expect(issued.stderr).toContain('1 issued, 0 issued before.')
    const { stdout } = await typed('certificates', 'list')
    expect(stdout).toContain('Generative AI')
  })
})
