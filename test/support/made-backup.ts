import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { BackupRefused, type Manifest } from '@naic/office/backup/backup-format.ts'
import { fillDataFolder, unpackBackup } from '@naic/office/backup/restore-backup.ts'
import { formData } from './ashas-form.ts'
import { councilIn } from './council.ts'
import { folderAt, newFolder } from './opened.ts'
import { startApi } from './start-api.ts'

/** Of the site that the backup is of. */
export const SITE_URL = 'http://localhost:3000'

/** A backup of two applications and their letters, made by the real command, and the data folder of then. */
export async function makeBackupOfTwo() {
  const folder = await newFolder()
  const [file, original] = [folder.file('naic.tar'), folder.file('original')]
  const api = await startApi()
  for (const email of ['asha@example.com', 'ravi@example.com']) await api.post(formData({ email }))
  await api.letterQueueEmpty()
  const { code, stderr } = await councilIn(api.dataDir, ['backup', file])
  if (code !== 0) throw new Error(stderr)
  await cp(api.dataDir, original, { recursive: true })
  await api.close()
  return {
    file,
    original,
    bytes: await readFile(file),
    newPlace: async () => folderAt(await mkdtemp(folder.file('place-'))),
    remove: folder.remove,
  }
}

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

/** Every file below the folder with its bytes. */
export async function filesIn(where: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(where, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const names = files.map((entry) => path.relative(where, path.join(entry.parentPath, entry.name)))
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(path.join(where, name))] as const),
    ),
  )
}
