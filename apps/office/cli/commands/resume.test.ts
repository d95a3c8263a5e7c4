import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { pdf } from '@naic/test/support/resumes.ts'

describe('beside a server', () => {
  let beside: CouncilBesideServer
  beforeAll(async () => {
    beside = await startCouncilBesideServer()
  })
  afterAll(() => beside.close())

  test('a resume is written for its owner alone, and never over another file unless that is said', async () => {
    const { reference } = await beside.apply({}, pdf(2_000))
    const out = path.join(beside.folder, 'cv.pdf')
    const asked = ['resume', reference, '--out', out]
    expect(await beside.council(...asked)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'The applicant called the file "cv.pdf".\n',
    })
    expect(await readFile(out)).toEqual(pdf(2_000))
    expect((await stat(out)).mode & 0o777).toBe(0o600)
    await writeFile(out, 'mine')
    const again = await beside.council(...asked)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toBe(
      `${out} is there already. Give another name, or --overwrite to have it replaced.\n`,
    )
    expect(await readFile(out, 'utf8')).toBe('mine')
    expect(await beside.council(...asked, '--overwrite')).toMatchObject({ code: 0 })
    expect(await readFile(out)).toEqual(pdf(2_000))
    for (const nowhere of [path.join(beside.folder, 'none', 'cv.pdf'), beside.folder]) {
      const refused = await beside.council('resume', reference, '--out', nowhere, '--overwrite')
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toMatch(/ cannot be written [(].+[)][.]\n$/)
    }
    expect((await readdir(beside.folder)).toSorted()).toEqual(['cv.pdf'])
  })

  test('one that is damaged is not written, and one that is lost is said to be', async () => {
    const { id, reference } = await beside.apply({}, pdf(2_100))
    const key = (await beside.api.applications()).find((row) => row.id === id)?.resume_key ?? ''
    const kept = path.join(beside.api.dataDir, 'resumes', key)
    const out = path.join(beside.folder, 'damaged.pdf')
    await writeFile(kept, pdf(2_101))
    const damaged = await beside.council('resume', reference, '--out', out)
    expect(damaged).toMatchObject({ code: 1 })
    expect(damaged.stderr).toBe(
      `Nothing was written: the resume of ${reference} is no longer as it was sent.\n`,
    )
    await rm(kept)
    const lost = await beside.council('resume', reference, '--out', out)
    expect(lost).toMatchObject({ code: 1, stdout: '' })
    expect(lost.stderr).toBe(
      `The resume of ${reference} is not where resumes are kept. "council check" names the file, and docs/backup.md says how to get it from a backup.\n`,
    )
    expect(await readdir(beside.folder)).not.toContain('damaged.pdf')
  })
})
