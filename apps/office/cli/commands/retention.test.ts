import { beforeEach, expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { council } from '@naic/test/support/council.ts'
import { filesWith } from '@naic/test/support/files-with.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const beside = eachTest(() => startCouncilBesideServer())
beforeEach(async () => {
  const application = await beside.apply({ name: 'Lata Unmistakable' })
  await beside.apply({ name: 'Ravi Iyer' })
  const message = await beside.write({ name: 'Lata Unmistakable' })
  await beside.sendLetters()
  const { write } = beside.api.services.database
  const old = { received_at: '2020-01-01T00:00:00.000Z' }
  await write(async (transaction) => {
    await transaction.updateTable('application').set(old).where('id', '=', application.id).execute()
    await transaction.updateTable('contact_message').set(old).where('id', '=', message.id).execute()
  })
})

const retention = (...words: string[]) =>
  council(['retention', ...words], { environment: { ...beside.settings, RETENTION_DAYS: '1000' } })

test('what is too old is counted, and on a yes it goes from every file', async () => {
  const dry = await retention('--dry-run')
  expect(dry).toMatchObject({ code: 0, stderr: 'Nothing was removed.\n' })
  expect(dry.stdout).toMatch(
    /^Older than 1000 days, since 20\d\d-\d\d-\d\d: 1 application with resume and letters, 1 message, 0 letters\.\n/,
  )
  expect(await beside.api.kept()).toMatchObject({ rows: 2, resumes: 2 })

  const removed = await retention('--yes')
  expect(removed).toMatchObject({ code: 0, stderr: '' })
  expect(removed.stdout).toContain('1 message, 0 letters, 4 files in mail/.\n')
  expect(await beside.api.kept()).toMatchObject({ rows: 1, resumes: 1 })
  expect(await filesWith(beside.api.dataDir, 'Unmistakable')).toEqual([])
  const journal = JSON.parse((await beside.council('journal', '--json')).stdout)
  const details = journal.map(({ did, detail }: Record<string, string>) => `${did}: ${detail}`)
  expect(details.toSorted()).toEqual(['retention: application: 1', 'retention: contact_message: 1'])
  expect((await retention('--yes')).stdout).toMatch(/: 0 applications .+, 0 letters\.\n$/)
})

test('without the setting nothing is removed', async () => {
  const off = await beside.council('retention', '--yes')
  expect(off).toMatchObject({ code: 1, stdout: '' })
  expect(off.stderr).toMatch(/^RETENTION_DAYS is not set here: give this shell the server's set/)
  expect(await beside.api.kept()).toMatchObject({ rows: 2 })
})
