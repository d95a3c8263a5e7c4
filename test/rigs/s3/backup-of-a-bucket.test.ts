import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { apply } from '#support/apply-by-number.ts'
import { councilIn } from '#support/council.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { eachTest, newFolder } from '#support/opened.ts'
import { pdf } from '#support/resumes.ts'
import { signedFetch } from '#support/start-swift.ts'
import { startApi } from '#support/start-api.ts'

const run = promisify(execFile)

onARealStore('Backups of a site with a bucket', (real) => {
  const folder = eachTest(newFolder)
  let settings: Record<string, string>
  const api = eachTest(async () => {
    settings = real.settings()
    const started = await startApi({ SITE_URL: 'https://naic.example', ...settings })
    for (const number of [1, 2, 3]) {
      expect((await apply(started.url, number, pdf(20_000 + number))).status).toBe(201)
    }
    return started
  })
  const file = () => folder.file('naic.tar')

  const council = (...words: string[]) => councilIn(api.dataDir, words, settings)
  const backUp = (...options: string[]) => council('backup', file(), '--overwrite', ...options)
  const rehearse = () => council('rehearse', file(), '--in', folder.path)
  const names = async () => (await run('tar', ['-tf', file()])).stdout.split('\n')

  test('have the log’s last checkpoint, look for each resume, and are rehearsed on the live bucket', async () => {
    const made = await backUp()
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of 3 were seen') })
    expect(await names()).toContain('keys/last-checkpoint')
    expect((await names()).filter((name) => name.startsWith('resumes/'))).toEqual([])
    const rehearsed = await rehearse()
    expect(rehearsed.stderr).toContain('all are listed, and 3 were read')
    expect(rehearsed.code).toBe(0)
    expect(await readdir(folder.path)).toEqual(['naic.tar'])

    // The machine is lost, and the bucket is not.
    const next = folder.file('next')
    const { code, stderr } = await councilIn(next, ['restore', file()], settings)
    expect(stderr).toContain('No certificate was issued or revoked since.')
    expect(code).toBe(0)
    expect(await readdir(path.join(next, 'keys'))).not.toContain('last-checkpoint')
    expect(await councilIn(next, ['check'], settings)).toMatchObject({ code: 0 })
  })

  test('fail for a resume that is missing, and a rehearsal for one that was changed, but for none that was erased', async () => {
    expect(await backUp()).toMatchObject({ code: 0 })
    const [erased, changed, gone] = await api.applications()
    expect(await council('erase', erased?.id ?? '', '--yes')).toMatchObject({ code: 0 })
    expect(await rehearse()).toMatchObject({ code: 0 })

    const { address, prefix } = real.place(settings)
    const place = `${address}/${prefix}resumes/${changed?.resume_key}`
    expect((await signedFetch(place, { method: 'PUT', body: 'another' })).ok).toBe(true)
    const rehearsed = await rehearse()
    expect(rehearsed.code).toBe(1)
    expect(rehearsed.stderr).toContain(`${changed?.resume_key}) has 7 bytes, and had `)
    const checked = await council('check')
    expect(checked.stdout).toContain(`${changed?.resume_key}) has 7 bytes, and had `)

    await api.services.files.remove(gone?.resume_key ?? '')
    const missing = await backUp()
    expect(missing.code).toBe(3)
    expect(missing.stderr).toContain(`(resumes/${gone?.resume_key}) is missing`)
    const next = folder.file('next')
    const { stderr } = await councilIn(next, ['restore', file()], settings)
    expect(stderr).toContain('When it was made: The resume of application ')
    expect(stderr).toContain(`(resumes/${gone?.resume_key}) is missing.`)
    expect((await council('check')).stdout).toContain(`${gone?.resume_key}) is missing.`)
  })

  test('have all resumes with --copy-bucket, which fill an empty bucket again', async () => {
    expect(await backUp('--copy-bucket')).toMatchObject({ code: 0 })
    for (const { resume_key: key } of await api.applications()) {
      expect(await names()).toContain(`resumes/${key}`)
    }
    const empty = real.settings()
    const next = folder.file('next')
    expect(await councilIn(next, ['restore', file()], empty)).toMatchObject({ code: 0 })
    expect(await readdir(path.join(next, 'resumes'))).toEqual([])
    const checked = await councilIn(next, ['check'], empty)
    expect(checked.stderr).toMatch(/^3 resumes, .+\nAll is as it was/)
    expect(checked.code).toBe(0)
  })
})
