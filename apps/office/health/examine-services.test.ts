import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { readConfig } from '@naic/house/config.ts'
import { examineBackups, examineRehearsal } from './examine-services.ts'

const folder = eachTest(newFolder)

const config = () => readConfig({ BACKUP_STATE: folder.path })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000)
const leaveWord = (file: string, note: object) => writeFile(folder.file(file), JSON.stringify(note))

const ages = [
  [1, 'right'],
  [37, 'warning'],
  [8 * 24, 'wrong'],
] as const

test('a backup is right for a day, then late, then wrong, by the word that the last one left', async () => {
  const backups = async (note?: object) => {
    if (note) await leaveWord('backup.json', note)
    return examineBackups(config(), { now: new Date() })
  }
  const unknown = { state: 'warning', says: expect.stringMatching(/^No backup has left word /) }
  expect(await backups()).toMatchObject(unknown)
  const note = { file: '/backups/naic-1.tar.age', bytes: 5_000_000 }
  const says = expect.stringMatching(/^The newest backup, .+naic-1[.]tar[.]age, is .+4[.]8 MB[.]$/)
  for (const [hours, state] of ages) {
    expect(await backups({ ...note, at: hoursAgo(hours) })).toMatchObject({ state, says })
  }
  expect(await backups({ ...note, at: hoursAgo(0), damaged: true })).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('damaged here'),
  })
})

test('a backup that nobody can restore is told of, and one that nobody has tried', async () => {
  const rehearsal = async (note?: object) => {
    const common = { at: new Date().toISOString(), file: '/backups/naic-1.tar.age' }
    if (note) await leaveWord('rehearsal.json', { ...common, ...note })
    return examineRehearsal(config(), { now: new Date() })
  }
  const ago = (days: number) => hoursAgo(days * 24).toISOString()
  expect(await rehearsal()).toMatchObject({ state: 'warning' })
  for (const [note, state, says] of [
    [{ outcome: 'failed', restoredAt: ago(1) }, 'wrong', 'cannot be used'],
    [{ outcome: 'unfinished', restoredAt: ago(1) }, 'wrong', 'did not come to its end'],
    [{ outcome: 'complete' }, 'warning', 'the key that opens it is not here'],
    [{ outcome: 'restored', restoredAt: ago(0) }, 'right', 'restored and checked'],
    [{ outcome: 'complete', restoredAt: ago(30) }, 'right', 'restored and checked 30 days ago'],
    [{ outcome: 'complete', restoredAt: ago(50) }, 'warning', '50 days ago'],
    [{ outcome: 'restored', restoredAt: ago(50) }, 'warning', '50 days ago'],
  ] as const) {
    expect(await rehearsal(note)).toMatchObject({ state, says: expect.stringContaining(says) })
  }
})
