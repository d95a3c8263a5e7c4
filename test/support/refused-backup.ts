import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { BackupRefused, type Manifest } from '@naic/office/backup/backup-format.ts'
import { fillDataFolder, unpackBackup } from '@naic/office/backup/restore-backup.ts'
import { SITE_URL } from './made-backup.ts'
import { councilIn } from './council.ts'

/** Puts bytes where a backup is restored, without what is checked of a database afterwards. */
export async function putBackup(
  dataDir: string,
  bytes: Buffer | AsyncIterable<Uint8Array>,
): Promise<Manifest> {
  const pieces = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes
  return fillDataFolder(dataDir, async (folder) => {
    const manifest = await unpackBackup(pieces, folder)
    await rm(path.join(dataDir, 'server.lock'))
    return manifest
  })
}

/** @param dataDir the only thing that would be in its folder. */
export async function expectRefusedBytes(dataDir: string, bytes: Buffer, why = /./) {
  const error = await putBackup(dataDir, bytes).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BackupRefused)
  expect(String(error)).toMatch(why)
  expect(await readdir(path.dirname(dataDir))).toEqual([])
}

/** By the command, in one sentence. */
export async function expectRefused(
  dataDir: string,
  file: string,
  why: RegExp,
  ...options: string[]
) {
  const words = ['restore', file, ...options]
  const { code, stderr } = await councilIn(dataDir, words, { SITE_URL })
  expect(stderr).toMatch(/^Nothing was restored from .+[.]\n$/)
  expect(stderr).toMatch(why)
  expect(code).toBe(1)
}
