import { sweepAllResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { readConfig } from '@naic/installation/config.ts'
import { openStored } from '@naic/installation/storage.ts'

/**
 * Removes all resumes without a row, as these settings lead to them, as if two hours had passed.
 *
 * @returns how many resumes were removed, and the keys of those that are left.
 */
export async function sweepLater(settings: Record<string, string>) {
  const open = () => openStored(readConfig(settings))
  const { database, files, close } = await open()
  try {
    const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
    const removed = await sweepAllResumes({ database, files }, later)
    const left: string[] = []
    for await (const { key } of files.list()) left.push(key)
    return { removed, left, open }
  } finally {
    await close()
  }
}
