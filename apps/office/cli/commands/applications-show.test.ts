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

  test('everything of one is shown, by a reference as people type it', async () => {
    const { id, reference } = await beside.apply()
    await beside.api.lettersOnceSent(2)
    await beside.api.letterQueueEmpty()
    const set = ['applications', 'set-status', reference, 'declined', '--note', 'Too late', '--yes']
    expect(await beside.council(...set)).toMatchObject({ code: 0, stdout: '' })
    const typed = reference.toLowerCase().replaceAll('-', ' ')
    const { code, stdout, stderr } = await beside.council('applications', 'show', typed)
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: '' })
    const lines = stdout.replaceAll(/: +/g, ': ').split('\n')
    for (const line of [
      `Reference: ${reference}`,
      `ID: ${id}`,
      'Phone: +91 98765 43210',
      'Internship: Data Science & Analysis (4)',
      'Note: Too late',
    ]) {
      expect(lines).toContain(line)
    }
    expect(stdout).toContain('\n  I like tables.\n  And columns.\n')
    expect(stdout).toMatch(/^Status: +declined since \d\d /m)
    expect(stdout).toMatch(/^Resume: +cv[.]pdf \(application\/pdf, \d+ bytes\)$/m)
    expect(stdout).toMatch(/^Changed: +\d\d .+, declined, by .+; letter: waits to be sent$/m)
    expect(stdout).toMatch(/^Letter: +New application: .+, to staff@example[.]org: sent \d\d /m)

    await beside.sendLetters()
    const json = JSON.parse((await beside.council('applications', 'show', id, '--json')).stdout)
    expect(json).toMatchObject({
      id,
      reference,
      status: 'declined',
      changes: [{ number: 1, status: 'declined', note: 'Too late', letter: `${id}-status-1` }],
    })
    expect(json.letters).toHaveLength(3)
  })

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
    expect((await readdir(beside.folder)).toSorted()).toEqual(['cv.pdf'])
  })

  test('a damaged resume is not written, and a lost one is named', async () => {
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
