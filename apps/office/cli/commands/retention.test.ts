import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesWith } from '@naic/test/support/files-with.ts'
import { type Beside, startBeside } from '@naic/test/support/privacy-engines.ts'
import { runCouncil } from '@naic/test/support/run-council.ts'

const old = '2020-01-01T00:00:00.000Z'

describe('what is older than RETENTION_DAYS, beside a running server', () => {
  let beside: Beside
  beforeEach(async () => {
    beside = await startBeside('SQLite')
    const { database } = beside.api.services
    const { build } = database
    const application = await beside.apply({ name: 'Lata Unmistakable' })
    await beside.apply({ name: 'Ravi Iyer' })
    const message = await beside.write({ name: 'Lata Unmistakable' })
    await beside.api.lettersOnceSent(6)
    await beside.api.letterQueueEmpty()
    await database.atomic([
      build
        .updateTable('application')
        .set({ received_at: old })
        .where('id', '=', application)
        .compile(),
      build
        .updateTable('contact_message')
        .set({ received_at: old })
        .where('id', '=', message)
        .compile(),
    ])
  })
  afterEach(() => beside.close())

  const retention = (...words: string[]) =>
    runCouncil(beside.api.dataDir, ['retention', ...words], {
      ...beside.settings,
      RETENTION_DAYS: '1000',
    })

  test('is counted, and goes when that is said, from every file', async () => {
    const older =
      /^Older than 1000 days, since 20\d\d-\d\d-\d\d: 1 application with resume and letters, 1 message, 0 letters\.\n/
    const dry = await retention('--dry-run')
    expect(dry).toMatchObject({ status: 0, errors: '' })
    expect(dry.output).toMatch(older)
    const unasked = await retention()
    expect(unasked).toEqual({
      status: 1,
      output: '',
      errors: 'Nothing was removed: nobody can be asked here. Add --yes.\n',
    })
    expect(await beside.api.kept()).toMatchObject({ rows: 2, resumes: 2 })

    const removed = await retention('--yes')
    expect(removed).toMatchObject({ status: 0, errors: '' })
    expect(removed.output).toContain('1 message, 0 letters, 4 files in mail/.\n')
    expect(await beside.api.kept()).toMatchObject({ rows: 1, resumes: 1 })
    expect(await filesWith(beside.api.dataDir, 'Unmistakable')).toEqual([])
    const journal = JSON.parse((await beside.council('journal', '--json')).output)
    const details = journal.map(({ did, detail }: Record<string, string>) => `${did}: ${detail}`)
    expect(details.toSorted()).toEqual([
      'retention: application: 1',
      'retention: contact_message: 1',
    ])
    expect((await retention('--yes')).output).toMatch(/: 0 applications .+, 0 letters\.\n$/)
  })

  test('is nothing where the setting is off', async () => {
    const off = await beside.council('retention', '--yes')
    expect(off).toMatchObject({ status: 1, output: '' })
    expect(off.errors).toMatch(
      /^RETENTION_DAYS is not set here: give this shell the server's settings\./,
    )
    expect(await beside.api.kept()).toMatchObject({ rows: 2 })
  })
})
