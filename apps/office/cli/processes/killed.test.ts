import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sweepResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { killCouncil } from '@naic/test/support/council.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { filesWith } from '@naic/test/support/files-with.ts'
import type { NamedWrite } from '@naic/test/support/kill-at.ts'
import { allTests } from '@naic/test/support/opened.ts'

describe.each(dataEngines)('on $name, a command that is killed', ({ name: engine }) => {
  const beside = allTests(() => startCouncilBesideServer({}, engine))
  let number = 0
  beforeEach(() => void (number += 1))

  async function count() {
    const { read } = beside.api.services.database
    const all = read.selectFrom('certificate').select(({ fn }) => fn.countAll<number>().as('count'))
    return Number((await all.execute())[0]?.count)
  }

  test.each<[NamedWrite, boolean]>([
    [{ at: 'commit', of: 'certificate' }, false],
    [{ at: 'commit', of: 'certificate', when: 'after' }, true],
    [{ at: 'rename', of: 'last-checkpoint' }, true],
  ])('at %o has issued a whole batch or nothing', async (write, isThere) => {
    const rows = 40
    const lines = Array.from(
      { length: rows },
      (_, at) => `R-${number}-${at},Asha ${number}-${at},Web Development,4 Weeks,2026-03-14`,
    )
    const csv = path.join(beside.folder, 'rows.csv')
    await writeFile(csv, ['reference,holder,domain,duration,verified_on', ...lines].join('\n'))
    const words = ['certificates', 'issue', '--sheet', csv, '--yes']
    const before = await count()
    await killCouncil(write, words, beside.settings)
    expect(await count()).toBe(before + (isThere ? rows : 0))
    expect(await beside.council('log', 'verify')).toMatchObject({ code: 0 })
    expect(await beside.council(...words)).toMatchObject({ code: 0 })
    expect(await count()).toBe(before + rows)
  })
})

test('an erasure that is killed between rows and files is ended by the next one and the sweep', async () => {
  const beside = await startCouncilBesideServer()
  const email = 'lata.unmistakable@example.com'
  await beside.apply({ name: 'Lata', email })
  await beside.sendLetters()
  const words = ['erase', '--email', email, '--yes']
  await killCouncil({ at: 'remove', of: '/resumes/' }, words, beside.settings)
  expect(await beside.api.kept()).toEqual({ rows: 0, resumes: 1, staged: 0 })
  expect(await filesWith(path.join(beside.api.dataDir, 'mail'), email)).not.toEqual([])

  const again = await beside.council(...words)
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('Removed:\n- 2 letters in mail/\n')
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  expect(await sweepResumes(beside.api.services.applications, later)).toEqual({
    removed: 1,
    left: 0,
  })
  expect(await filesWith(beside.api.dataDir, email)).toEqual([])
  await beside.close()
})
