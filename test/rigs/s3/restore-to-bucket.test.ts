import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { Bucket } from '@naic/store/files/bucket.ts'
import { issueIn } from '#support/issue-in.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { allTests, eachTest } from '#support/opened.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { killCouncil, runCouncil } from '#support/council.ts'
import type { NamedWrite } from '#support/kill-at.ts'
import {
  applicants,
  copyOf,
  expectServed,
  makeWholeInstallation,
  rowsAt,
  rowsIn,
  site,
} from '#support/whole-installation.ts'

onARealStore('Restoring to a bucket', (real) => {
  const whole = allTests(makeWholeInstallation)
  const dataDir = eachTest(() => copyOf(whole.path))
  const place = eachTest(() => new PostgresPlace().createEmpty())
  let next: string
  let both: Record<string, string>
  beforeEach(async () => {
    next = dataDir.file('next')
    both = { SITE_URL: site, DATABASE_URL: place.url, ...real.settings() }
    expect(await runCouncil(dataDir.path, ['backup', file()])).toMatchObject({ code: 0 })
  })

  const file = () => dataDir.file('naic.tar')
  const restore = () => runCouncil(next, ['restore', file()], both)

  async function expectAllThere() {
    expect(await rowsAt(place)).toEqual(rowsIn(dataDir.path))
    const stored = await storedAt(real.place(both))
    const note = stored.get('last-checkpoint')?.toString()
    stored.delete('last-checkpoint')
    stored.delete('last-checkpoint.next')
    const hashes = [...stored].map(([key, bytes]) => {
      return [key, createHash('sha256').update(bytes).digest('hex')] as const
    })
    const sent = rowsIn(dataDir.path)['application'] as Record<string, string>[]
    const theirs = sent.map(
      (row) => [`resumes/${row['resume_key']}`, row['resume_sha256']] as const,
    )
    expect(new Map(hashes)).toEqual(new Map(theirs))
    expect(stored.size).toBe(applicants)
    expect(note).toBe(await readFile(whole.file('keys', 'last-checkpoint'), 'utf8'))
  }

  test('where the checkpoint of another registry is, nothing is restored', async () => {
    await issueIn(
      {
        ...both,
        DATA_DIR: dataDir.file('other'),
        SITE_URL: 'https://another.example',
        DATABASE_URL: '',
      },
      { holder: 'Another' },
    )
    const { code, stderr } = await restore()
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/or is in the bucket, is no checkpoint/),
    ])
  })

  test('where somebody else’s resumes are, nothing is restored, and they stay', async () => {
    const bucket = new Bucket(real.place(both))
    const theirs = `${real.place(both).prefix}resumes/${randomUUID()}`
    const pdf = Buffer.from('%PDF-1.4')
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    await bucket.put(theirs, { open: () => Readable.from(pdf), bytes: pdf.length, sha256 })
    const { code, stderr } = await restore()
    expect([code, stderr]).toEqual([1, expect.stringContaining('no application of this backup')])
    expect(await bucket.get(theirs)).toBeDefined()
  })

  test('killed between any two writes and restored again, rows and resumes are there once', async () => {
    const writes: NamedWrite[] = [
      { at: 'commit', of: 'registry' },
      { at: 'commit', of: 'registry', when: 'after' },
      { at: 'send', of: 'PUT /\\S+/resumes/', nth: 5, when: 'after' },
      { at: 'send', of: 'PUT /\\S+/last-checkpoint', when: 'after' },
    ]
    for (const write of writes) {
      await killCouncil(write, ['restore', file()], { DATA_DIR: next, ...both })
      // As docs/backup.md says.
      await rm(next, { recursive: true })
      await place.remove()
      await place.createEmpty()
    }
    const { code, stderr } = await restore()
    expect(code, stderr).toBe(0)
    await expectAllThere()
    await expectServed({ DATA_DIR: next, ...both }, whole)
  })
})

/** What is in a place of a bucket, by key, without its prefix. */
async function storedAt(
  place: ConstructorParameters<typeof Bucket>[0],
): Promise<Map<string, Buffer>> {
  const bucket = new Bucket(place)
  const stored = new Map<string, Buffer>()
  const { entries } = await bucket.list(place.prefix, 1_000)
  for (const { key } of entries) {
    const object = await bucket.get(key)
    if (object) stored.set(key.slice(place.prefix.length), object.bytes)
  }
  return stored
}
