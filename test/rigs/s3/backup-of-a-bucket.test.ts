import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apply } from '#support/apply-by-number.ts'
import { runCouncil } from '#support/council.ts'
import { NightlyBackup } from '#support/nightly-backup.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { pdf } from '#support/resumes.ts'
import { type Api, startApi } from '#support/start-api.ts'

const run = promisify(execFile)
const minutes = 60_000

onARealStore('Backups of a site with a bucket', (real) => {
  let folder: string
  let settings: Record<string, string>
  let api: Api
  let nightly: NightlyBackup
  let keys: string[]
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'naic-bucket-'))
    settings = { SITE_URL: 'https://naic.example', ...real.settings() }
    api = await startApi(settings)
    for (const number of [1, 2, 3]) {
      expect((await apply(api.url, number, pdf(20_000 + number))).status).toBe(201)
    }
    keys = (await api.applications()).map(({ resume_key }) => resume_key)
    nightly = await NightlyBackup.in({ ...settings, DATA_DIR: api.dataDir })
  })
  afterEach(async () => {
    await api.close()
    await nightly.remove()
    await rm(folder, { recursive: true })
  })

  const namesIn = async (file: string) => (await run('tar', ['-tf', file])).stdout.split('\n')

  test(
    'have the log’s last checkpoint, look for each resume, and are rehearsed on the live bucket',
    { timeout: 2 * minutes },
    async () => {
      const { code, said } = await nightly.backUp()
      expect({ code, said }).toMatchObject({ code: 0 })
      expect(said).toContain('3 of 3 were seen there')
      const names = await namesIn(await nightly.newest())
      expect(names).toContain('keys/last-checkpoint')
      expect(names.filter((name) => name.startsWith('resumes/'))).toEqual([])
      const rehearsed = await nightly.rehearse()
      expect(rehearsed).toMatchObject({ code: 0 })
      expect(rehearsed.said).toContain('all are listed, and 3 were read')
      expect(await readdir(nightly.place)).toEqual([])

      // The machine is lost, and the bucket is not.
      const restored = await runCouncil(folder, ['restore', await nightly.newest()], settings)
      expect(restored.stderr).toContain('No certificate was issued or revoked since.')
      expect(restored.code).toBe(0)
      expect(await readdir(path.join(folder, 'keys'))).not.toContain('last-checkpoint')
      expect(await runCouncil(folder, ['check'], settings)).toMatchObject({ code: 0 })
    },
  )

  test(
    'fail for a resume that is missing, and a rehearsal for one that was changed, but for none that was erased',
    { timeout: 3 * minutes },
    async () => {
      expect(await nightly.backUp()).toMatchObject({ code: 0 })
      const [erased = {}, changed = '', gone = ''] = [
        (await api.applications())[0],
        ...keys.slice(1),
      ]
      const { id } = erased as { id: string }
      expect(await runCouncil(api.dataDir, ['erase', id, '--yes'], settings)).toMatchObject({
        code: 0,
      })
      expect(await nightly.rehearse()).toMatchObject({ code: 0 })

      const { files, staging } = api.services
      await files.remove(changed)
      const staged = await staging.receive(Readable.from([Buffer.from('Another.')]), Infinity)
      if (staged === 'too large') throw new Error('It is eight letters long.')
      await files.keep(staged, changed)
      await staging.discard(staged)
      const rehearsed = await nightly.rehearse()
      expect(rehearsed.code).toBe(1)
      expect(rehearsed.said).toContain(
        `(resumes/${changed}) is not as it was received, in the bucket`,
      )

      await files.remove(gone)
      const missing = await nightly.backUp()
      expect(missing.code).toBe(1)
      expect(missing.said).toContain(`(resumes/${gone}) is missing`)
      expect(await nightly.word('backup')).toMatchObject({ damaged: true })
    },
  )

  test(
    'have all resumes with --copy-bucket, which fill an empty bucket again',
    { timeout: 2 * minutes },
    async () => {
      const copied = await nightly.backUp({ BACKUP_OPTIONS: '--copy-bucket' })
      expect(copied).toMatchObject({ code: 0 })
      const names = await namesIn(await nightly.newest())
      for (const key of keys) expect(names).toContain(`resumes/${key}`)
      const empty = { ...settings, ...real.settings() }
      const restored = await runCouncil(folder, ['restore', await nightly.newest()], empty)
      expect(restored).toMatchObject({ code: 0 })
      expect(await readdir(path.join(folder, 'resumes'))).toEqual([])
      const checked = await runCouncil(folder, ['check'], empty)
      expect(checked.stderr).toMatch(/^3 resumes of applications, 3 files .+\nAll is as it was/)
      expect(checked.code).toBe(0)
    },
  )
})
