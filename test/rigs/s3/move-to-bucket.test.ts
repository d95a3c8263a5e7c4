import { createHash, randomUUID } from 'node:crypto'
import { cp, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Bucket } from '@naic/store/files/bucket.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { refusedStart } from '#support/refused-start.ts'
import { killCouncil, runCouncil } from '#support/council.ts'
import type { NamedWrite } from '#support/kill-at.ts'
import { ServerProcess } from '#support/run-server.ts'
import { issueIn } from '#support/issue-in.ts'
import {
  applicants,
  copyOf,
  isReceiptOf,
  makeWholeInstallation,
  rowsAt,
  rowsIn,
  site,
} from '#support/whole-installation.ts'

onARealStore('Moving to a bucket', (real) => {
  let whole: Awaited<ReturnType<typeof makeWholeInstallation>>
  beforeAll(async () => {
    whole = await makeWholeInstallation()
  })
  afterAll(() => rm(whole.folder, { recursive: true }))

  let dataDir: string
  let place: PostgresPlace
  let rows: Record<string, string>
  let files: Record<string, string>
  beforeEach(async () => {
    dataDir = await copyOf(whole.folder)
    place = new PostgresPlace()
    await place.createEmpty()
    rows = { DATABASE_URL: place.url }
    files = real.settings()
  })
  afterEach(async () => {
    await place.remove()
    await rm(dataDir, { recursive: true })
  })

  const council = (words: string, settings: Record<string, string>) =>
    runCouncil(dataDir, words.split(' '), settings)
  const move = (settings: Record<string, string>) => council('move-data', settings)
  const mark = () => readFile(path.join(dataDir, 'moved.json'), 'utf8').catch(() => undefined)
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

  /** By key, the hashes of the resumes that the applications were sent with. */
  function sentResumes() {
    const sent = rowsIn(whole.folder)['application'] as Record<string, string>[]
    return new Map(sent.map((row) => [`resumes/${row['resume_key']}`, row['resume_sha256']]))
  }

  async function expectAllThere() {
    const stored = await storedAt(real.place(files))
    const note = stored.get('last-checkpoint')?.toString()
    stored.delete('last-checkpoint')
    stored.delete('last-checkpoint.next')
    const hashes = [...stored].map(([key, bytes]) => [key, sha256(bytes)] as const)
    expect(new Map(hashes)).toEqual(sentResumes())
    expect(stored.size).toBe(applicants)
    expect(note).toBe(await readFile(path.join(whole.folder, 'keys', 'last-checkpoint'), 'utf8'))
  }

  /** A real server there serves and verifies what was moved, and its log goes on. */
  async function expectServed(settings: Record<string, string>) {
    const server = new ServerProcess({ DATA_DIR: dataDir, SITE_URL: site, ...settings })
    try {
      const url = await server.listening()
      const { keys } = await (await fetch(`${url}/log/keys`)).json()
      for (const receipt of whole.receipts) expect(await isReceiptOf(receipt, keys)).toBe(true)
      expect((await fetch(`${url}/api/certificates/${whole.id}`)).status).toBe(200)
      await issueIn({ DATA_DIR: dataDir, ...settings }, { holder: 'Next' })
      expect(await council('log verify', settings)).toMatchObject({ code: 0, stderr: '' })
    } finally {
      await server.kill()
    }
  }

  test('rows and resumes together: all is there, and a server goes on with it', async () => {
    const before = rowsIn(dataDir)
    expect(await move({ ...rows, ...files })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${applicants} resumes are as they were received`),
    })
    expect(await rowsAt(place)).toEqual(before)
    await expectAllThere()
    expect(await mark()).not.toContain(files['AWS_SECRET_ACCESS_KEY'])

    // What was left behind is no longer needed.
    await rm(path.join(dataDir, 'resumes'), { recursive: true })
    await rm(path.join(dataDir, 'keys', 'last-checkpoint'))
    await rm(path.join(dataDir, 'naic.sqlite'))
    await expectServed({ ...rows, ...files })
    expect((await move({ ...rows, ...files })).stderr).toMatch(/^Nothing is to be moved/)
    for (const [lacking, named] of [
      [rows, /resumes were moved to s3:.+Set FILES_URL/],
      [files, /rows were moved to postgres:.+Set DATABASE_URL/],
    ] as const) {
      expect(await refusedStart({ DATA_DIR: dataDir, SITE_URL: site, ...lacking })).toMatch(named)
      expect((await council('outbox list', lacking)).stderr).toMatch(named)
      expect((await move(lacking)).stderr).toMatch(named)
    }
  })

  test.each(['resumes', 'rows'])(
    '%s first, and the rest later, with a server at work between',
    async (first) => {
      const some = first === 'rows' ? rows : files
      expect(await move(some)).toMatchObject({ code: 0, stderr: '' })
      await expectServed(some)
      expect(await move({ ...rows, ...files })).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse((await mark()) ?? '')).toMatchObject({
        rows: { to: expect.stringMatching(/^postgres:/) },
        resumes: { to: expect.stringMatching(/^s3:/) },
      })
      await expectServed({ ...rows, ...files })
      const keys = [...(await storedAt(real.place(files))).keys()]
      expect(keys.filter((key) => key.startsWith('resumes/'))).toHaveLength(applicants)
    },
  )

  describe('is refused, and nothing is marked,', () => {
    afterEach(async () => expect(await mark()).toBeUndefined())

    test('where a resume was changed or is gone, which is named; then it goes on', async () => {
      const folder = path.join(dataDir, 'resumes')
      const [one = '', two = ''] = await readdir(folder)
      const file = await open(path.join(folder, one), 'r+')
      await file.write('another', 300)
      await file.close()
      await rm(path.join(folder, two))
      const { code, stderr } = await move({ ...rows, ...files })
      expect(code).toBe(1)
      expect(stderr).toMatch(new RegExp(`\\(${one}\\) is not what the applicant sent`))
      expect(stderr).toMatch(new RegExp(`\\(${two}\\) is missing in DATA_DIR`))
      expect((await rowsAt(place))['application']).toEqual([])
      expect(await readdir(path.join(dataDir, 'tmp'))).toEqual([])

      await cp(path.join(whole.folder, 'resumes'), folder, { recursive: true, force: true })
      expect(await move({ ...rows, ...files })).toMatchObject({ code: 0, stderr: '' })
      await expectAllThere()
      await rm(path.join(dataDir, 'moved.json'))
    })

    test('where another registry, or other resumes, are in the bucket', async () => {
      await issueIn({ ...files, DATA_DIR: path.join(dataDir, 'other') }, { holder: 'Another' })
      expect((await move(files)).stderr).toMatch(/last checkpoint of another registry.+prefix/)

      const resume = Buffer.from('%PDF- of somebody')
      const [key = ''] = sentResumes().keys()
      for (const [named, said] of [
        [`resumes/${randomUUID()}`, /no application here names, such as .+prefix/],
        [key, /has \d+ bytes, and had \d+ when it was received/],
      ] as const) {
        const own = real.settings()
        await storedAt(real.place(own), { [named]: resume })
        const { code, stderr } = await move({ ...rows, ...own })
        expect([code, stderr]).toEqual([1, expect.stringMatching(said)])
      }
    })
  })

  test('killed between any two writes and moved again, all is there once', async () => {
    const sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'))
    sqlite.exec(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
        INSERT INTO contact_message SELECT 'm-' || n, '2026-01-01', 'Ravi', 'r@example.com', 'No. ' || n, hex(randomblob(500)) FROM n`,
    )
    sqlite.close()
    const before = rowsIn(dataDir)
    const both = { ...rows, ...files }
    const writes: NamedWrite[] = [
      { at: 'send', of: 'PUT /\\S+/resumes/', nth: 5, when: 'after' },
      { at: 'send', of: 'PUT /\\S+/last-checkpoint', when: 'after' },
      { at: 'commit', of: 'registry', when: 'after' },
      // In the middle of a table.
      { at: 'commit', of: 'contact_message', nth: 2 },
      { at: 'commit', of: 'log_entry', when: 'after' },
      { at: 'rename', of: 'moved.json' },
    ]
    for (const write of writes) {
      await killCouncil(write, ['move-data'], { DATA_DIR: dataDir, SITE_URL: site, ...both })
      expect(rowsIn(dataDir)).toEqual(before)
      expect(await mark()).toBeUndefined()
    }
    expect(await move(both)).toMatchObject({ code: 0, stderr: '' })
    expect(await rowsAt(place)).toEqual(before)
    await expectAllThere()
    await expectServed(both)
  })
})

/**
 * What is in a place of a bucket, by key, without its prefix.
 *
 * @param added is put there before.
 */
async function storedAt(
  place: ConstructorParameters<typeof Bucket>[0],
  added: Record<string, Buffer> = {},
): Promise<Map<string, Buffer>> {
  const bucket = new Bucket(place)
  for (const [key, bytes] of Object.entries(added)) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await bucket.put(place.prefix + key, {
      open: () => Readable.from([bytes]),
      bytes: bytes.length,
      sha256,
    })
  }
  const stored = new Map<string, Buffer>()
  const { entries } = await bucket.list(place.prefix, 1_000)
  for (const { key } of entries) {
    const object = await bucket.get(key)
    if (object) stored.set(key.slice(place.prefix.length), object.bytes)
  }
  return stored
}
