import { createHash } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { extract, type Header, pack } from 'tar-stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { BackupRefused, type Manifest } from '#backup/backup-format.ts'
import {
  expectRefused,
  expectRefusedBytes,
  filesIn,
  makeBackupOfTwo,
  putBackup,
} from '@naic/test/support/made-backup.ts'
import { allTests, eachTest } from '@naic/test/support/opened.ts'

const backup = allTests(() => makeBackupOfTwo())
const place = eachTest(() => backup.newPlace())
const dataDir = () => place.file('data')

type Entry = { header: Partial<Header> & { name: string }; bytes: Buffer }

async function entriesOf(bytes: Buffer): Promise<Entry[]> {
  const tar = extract()
  tar.end(bytes)
  const entries: Entry[] = []
  for await (const entry of tar) {
    entries.push({ header: entry.header, bytes: await buffer(entry as unknown as Readable) })
  }
  return entries
}

/** A backup with a right seal, whatever is in it: made by somebody who knows how. */
async function sealedOf(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack()
  for (const { header, bytes } of entries) {
    const { size: _size, pax: _pax, ...rest } = header
    tar.entry(rest, bytes)
  }
  const manifest = entries.findLast(({ header }) => header.name === 'manifest.json')
  tar.entry({ name: 'sha256' }, sha256(manifest?.bytes ?? ''))
  tar.finalize()
  return buffer(tar as AsyncIterable<Uint8Array>)
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

describe('a file with a right seal', () => {
  let entries: Entry[]
  beforeEach(async () => {
    entries = (await entriesOf(backup.bytes)).filter(({ header }) => header.name !== 'sha256')
  })
  const withMore = (header: Entry['header'], at = 0) =>
    sealedOf(entries.toSpliced(at, 0, { header, bytes: Buffer.from('x') }))

  test('is taken as it was, and refused with an entry of any other name', async () => {
    await putBackup(dataDir(), await sealedOf(entries))
    expect(await readdir(dataDir())).toContain('naic.sqlite')
    await rm(dataDir(), { recursive: true })
    const names = [
      '../outside,/tmp/naic-outside,keys/../../outside,resumes/../naic.sqlite,keys/authorized_keys',
      'mail/a/b.eml,naic.sqlite-wal,server.lock,resumes,keys/last-checkpoint\0,.,',
    ].flatMap((some) => some.split(','))
    for (const name of names) {
      await expectRefusedBytes(dataDir(), await withMore({ name }))
      expect(await readdir('/tmp'), name).not.toContain('naic-outside')
    }
  })

  test('is refused with an entry of another kind', async () => {
    const name = 'resumes/00000000-0000-4000-8000-000000000000'
    for (const kind of [
      { type: 'symlink', linkname: '/etc/passwd' },
      { type: 'link', linkname: 'keys/last-checkpoint' },
      { type: 'directory' },
      { type: 'character-device', devmajor: 1, devminor: 3 },
      { type: 'contiguous-file' },
    ] as const) {
      const tar = pack()
      tar.entry({ name, ...kind }, kind.type === 'contiguous-file' ? 'x' : '')
      for (const { header, bytes } of entries) tar.entry({ name: header.name }, bytes)
      tar.finalize()
      const bytes = await buffer(tar as AsyncIterable<Uint8Array>)
      await expectRefusedBytes(dataDir(), bytes, /it has /)
    }
  })

  test('is refused with an entry twice, after the manifest, or that the manifest does not name', async () => {
    const name = 'resumes/00000000-0000-4000-8000-000000000000'
    const first = entries[0]?.header.name ?? ''
    await expectRefusedBytes(dataDir(), await withMore({ name: first }, 1), /twice/)
    await expectRefusedBytes(dataDir(), await withMore({ name }, entries.length), /it has /)
    await expectRefusedBytes(dataDir(), await withMore({ name }), /of other files/)
  })

  test('is refused without a manifest, or with one of a later version', async () => {
    await expectRefusedBytes(
      dataDir(),
      await sealedOf(entries.slice(0, -1)),
      /it has file "sha256"/,
    )
    const later = entries.map(({ header, bytes }) => {
      const text = bytes.toString('latin1').replace('naic-backup-1', 'naic-backup-2')
      return { header, bytes: Buffer.from(text, 'latin1') }
    })
    await expectRefusedBytes(dataDir(), await sealedOf(later), /manifest of this version/)
  })

  /** With its manifest made right again. */
  async function expectRefusedWith(change: (entry: Entry) => Buffer | undefined, why: RegExp) {
    const kept = entries.slice(0, -1).flatMap((entry) => {
      const bytes = change(entry)
      return bytes ? [{ header: entry.header, bytes }] : []
    })
    const manifest: Manifest = JSON.parse(entries.at(-1)?.bytes.toString() ?? '')
    manifest.entries = kept.map(({ header: { name }, bytes }) => ({
      name,
      bytes: bytes.length,
      sha256: sha256(bytes),
    }))
    kept.push({ header: { name: 'manifest.json' }, bytes: Buffer.from(JSON.stringify(manifest)) })
    const made = place.file('made.tar')
    await writeFile(made, await sealedOf(kept))
    await expectRefused(dataDir(), made, why)
    expect(await readdir(place.path)).toEqual(['made.tar'])
  }

  const resume = /^resumes\//
  const database = /^naic[.]sqlite$/
  test.each<[string, RegExp, ((bytes: Buffer) => Buffer) | undefined, RegExp]>([
    ['a resume is missing', resume, undefined, /The resume of/],
    ['a resume is another', resume, () => Buffer.from('Another.'), /The resume of/],
    ['the database is none', database, () => Buffer.from('Notes. '.repeat(900)), /is no database/],
    [
      'the database has lost its pages',
      database,
      (bytes) => Buffer.from(bytes).fill(0xaa, 30_000),
      /damaged|unavailable|cannot be used/,
    ],
    ['there is no database', database, undefined, /it has no database/],
    ['there are no keys', /[.]pem$/, undefined, /private key .+ is missing/],
    [
      'there is no last checkpoint and the log goes on',
      /last-checkpoint$/,
      () => Buffer.from('Notes.'),
      /older than the log's last checkpoint/,
    ],
  ])('is refused where %s', async (_what, changed, becomes, why) => {
    await expectRefusedWith(
      ({ header, bytes }) => (changed.test(header.name) ? becomes?.(bytes) : bytes),
      why,
    )
  })
})

/** Somewhere in the file, mostly where one thing ends and another begins. */
const anyPlace = () =>
  fc.oneof(
    fc.nat(backup.bytes.length - 1),
    fc.nat(3_000).map((back) => backup.bytes.length - 1 - back),
    fc
      .tuple(fc.nat(Math.floor(backup.bytes.length / 512) - 1), fc.integer({ min: -1, max: 1 }))
      .map(([block, off]) => Math.max(0, block * 512 + off)),
    fc.nat(600),
  )

const runs = Number(process.env['RIG_RUNS'] ?? 50)

describe('a backup', () => {
  let whole: unknown
  beforeEach(async () => (whole = await unpacked(backup.bytes)))

  /** @returns all that is restored of it, or undefined if it is refused, with nothing left. */
  async function unpacked(bytes: Buffer) {
    const manifest = await putBackup(dataDir(), bytes).catch((error: unknown) => {
      expect(error).toBeInstanceOf(BackupRefused)
    })
    const files = await filesIn(place.path)
    await rm(dataDir(), { recursive: true, force: true })
    if (manifest) return { manifest, files }
    expect(files.size).toBe(0)
    return undefined
  }

  test('that is cut off anywhere is refused, and nothing is left', async () => {
    // After its last file there are zeros to the end.
    const end = backup.bytes.length - 1024
    await fc.assert(
      fc.asyncProperty(anyPlace(), async (length) => {
        expect(await unpacked(backup.bytes.subarray(0, Math.min(length, end - 1)))).toBeUndefined()
      }),
      { numRuns: runs, examples: [[0], [512], [end - 512], [end - 1]] },
    )
  })

  test('in which any byte is another is refused, unless the byte says nothing', async () => {
    const anyChange = fc.integer({ min: 1, max: 255 })
    await fc.assert(
      fc.asyncProperty(anyPlace(), anyChange, async (at, change) => {
        const changed = Buffer.from(backup.bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        expect([undefined, whole]).toContainEqual(await unpacked(changed))
      }),
      {
        numRuns: runs,
        examples: [
          [backup.bytes.length - 1, 1],
          [backup.bytes.length - 1100, 32],
        ],
      },
    )
  })

  test('with something behind its end, or a second one, is refused', async () => {
    await expectRefusedBytes(dataDir(), Buffer.concat([backup.bytes, Buffer.alloc(1)]))
    await expectRefusedBytes(dataDir(), Buffer.concat([backup.bytes, backup.bytes]))
  })
})
