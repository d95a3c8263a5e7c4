import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackupOfTwo } from '@naic/test/support/made-backup.ts'
import { expectRefused, expectRefusedBytes, putBackup } from '@naic/test/support/refused-backup.ts'

let backup: Awaited<ReturnType<typeof makeBackupOfTwo>>
let place: string
let dataDir: string
beforeAll(async () => {
  backup = await makeBackupOfTwo()
})
afterAll(() => backup.remove())
beforeEach(async () => {
  place = await backup.newPlace()
  dataDir = path.join(place, 'data')
})

/** Somewhere in the backup.file, mostly where one thing ends and another begins. */
const anyPlace = () =>
  fc.oneof(
    fc.nat(backup.bytes.length - 1),
    fc.nat(3_000).map((back) => backup.bytes.length - 1 - back),
    fc
      .tuple(fc.nat(Math.floor(backup.bytes.length / 512) - 1), fc.integer({ min: -1, max: 1 }))
      .map(([block, off]) => Math.max(0, block * 512 + off)),
    fc.nat(600),
  )

const runs = Number(process.env['RIG_RUNS'] ?? 200)

describe('a backup', () => {
  test('that is cut off anywhere is refused, and nothing is left', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlace(), (length) =>
        expectRefusedBytes(dataDir, backup.bytes.subarray(0, length)),
      ),
      {
        numRuns: runs,
        examples: [[0], [512], [backup.bytes.length - 512], [backup.bytes.length - 1]],
      },
    )
  })

  test('in which any byte is another is refused, and nothing is left', async () => {
    const anyChange = fc.integer({ min: 1, max: 255 })
    await fc.assert(
      fc.asyncProperty(anyPlace(), anyChange, async (at, change) => {
        const changed = Buffer.from(backup.bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        await expectRefusedBytes(dataDir, changed)
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
    await expectRefusedBytes(dataDir, Buffer.concat([backup.bytes, Buffer.alloc(1)]))
    await expectRefusedBytes(dataDir, Buffer.concat([backup.bytes, Buffer.alloc(10_240)]))
    await expectRefusedBytes(dataDir, Buffer.concat([backup.bytes, backup.bytes]))
  })

  test('that is what it was, in whatever pieces it comes, is taken', async () => {
    await putBackup(dataDir, createReadStream(backup.file, { highWaterMark: 777 }))
    expect(await readdir(dataDir)).toContain('naic.sqlite')
  })

  test('that was spoilt is refused by the command in a sentence', async () => {
    const spoilt = path.join(place, 'spoilt.tar')
    const changed = Buffer.from(backup.bytes)
    changed[backup.bytes.length / 2] = (changed[backup.bytes.length / 2] ?? 0) ^ 1
    for (const bytes of [
      backup.bytes.subarray(0, 70_000),
      changed,
      Buffer.from('Notes.'),
      Buffer.of(),
    ]) {
      await writeFile(spoilt, bytes)
      await expectRefused(dataDir, spoilt, /no backup of this program, or is cut short or changed/)
      expect(await readdir(place)).toEqual(['spoilt.tar'])
    }
  })
})
