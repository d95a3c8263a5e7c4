import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
    const nowhere = path.join(beside.folder, 'none', 'cv.pdf')
    const { code, stderr } = await beside.council('resume', reference, '--out', nowhere)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: `${nowhere} cannot be written: the folder ${path.dirname(nowhere)} is not there.\n`,
    })
    for (const more of [[], ['--overwrite']]) {
      const onto = await beside.council('resume', reference, '--out', beside.folder, ...more)
      expect(onto).toMatchObject({
        code: 1,
        stderr: `${beside.folder} cannot be written: that is a folder: name a file.\n`,
      })
    }
    expect((await beside.council('resume', 'asha@example.com', '--out', out)).stderr).toBe(
      'There is no application with the reference asha@example.com. Look for it with "applications --text asha@example.com".\n',
    )
    expect((await readdir(beside.folder)).toSorted()).toEqual(['cv.pdf'])
  })

  test('what the shell redirects into a file of ours is for its owner alone, and marked for spreadsheets', async () => {
    const { reference } = await beside.apply({ name: 'आशा राव' }, pdf(2_200))
    const redirect = async (words: string, file: string) => {
      const script = `umask 022; node apps/office/cli/council.ts ${words} > "$1"`
      const child = spawn('sh', ['-c', script, 'sh', file], {
        env: { ...process.env, ...beside.settings },
        stdio: 'ignore',
      })
      expect(await once(child, 'close')).toEqual([0, null])
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      return readFile(file)
    }
    const cv = await redirect(`resume ${reference}`, path.join(beside.folder, 'redirected.pdf'))
    expect(cv).toEqual(pdf(2_200))
    const list = await redirect('applications --csv', path.join(beside.folder, 'list.csv'))
    expect(list.toString().startsWith('\uFEFFreference,')).toBe(true)
    expect(list.toString()).toContain('"आशा राव"')
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
      `Nothing was written: the resume of ${reference} is not as it was sent any more.\n`,
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
