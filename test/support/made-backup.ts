import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formData } from './ashas-form.ts'
import { councilIn } from './council.ts'
import { startApi } from './start-api.ts'

/** Of the site that the backup is of. */
export const SITE_URL = 'http://localhost:3000'

/** A backup of two applications and their letters, made by the real command, and the data folder of then. */
export async function makeBackupOfTwo() {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-restore-'))
  const file = path.join(folder, 'naic.tar')
  const original = path.join(folder, 'original')
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
    newPlace: () => mkdtemp(path.join(folder, 'place-')),
    remove: () => rm(folder, { recursive: true }),
  }
}
