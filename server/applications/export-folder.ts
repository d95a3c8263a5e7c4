import { chmod, lstat, mkdir, opendir, rm } from 'node:fs/promises'
import path from 'node:path'

/** A folder that applications are exported to, for its owner alone. */
export type ExportFolder = { table: string; resumes: string }

const tableName = 'applications.csv'
const resumesName = 'resumes'

/** What a stopped export leaves, which the next one removes. */
const unfinished = /\.[0-9a-f-]{36}\.tmp$/
const ofResume = /^(NAIC-[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9a-f-]{36})\.(pdf|doc|docx|bin)$/

/**
 * Makes the folder where there is none.
 *
 * @returns what is in it that no export has made; then nothing of it was touched.
 * @throws what the disk says.
 */
export async function openExportFolder(
  folder: string,
): Promise<{ state: 'open'; folder: ExportFolder } | { state: 'not ours'; found: string }> {
  const resumes = path.join(folder, resumesName)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const above = await lookInto(folder, (name) => [tableName, resumesName].includes(name))
  if (above.strange !== undefined) return { state: 'not ours', found: above.strange }
  const there = await lstat(resumes).catch(() => undefined)
  if (there && !there.isDirectory()) return { state: 'not ours', found: resumesName }
  await mkdir(resumes, { recursive: true, mode: 0o700 })
  const within = await lookInto(resumes, (name) => ofResume.test(name))
  if (within.strange !== undefined) {
    return { state: 'not ours', found: path.join(resumesName, within.strange) }
  }
  for (const file of [...above.unfinished, ...within.unfinished]) await rm(file, { force: true })
  for (const each of [folder, resumes]) await chmod(each, 0o700)
  return { state: 'open', folder: { table: path.join(folder, tableName), resumes } }
}

/** One name after the other: there may be as many as there are applications. */
async function lookInto(folder: string, isOurs: (name: string) => boolean) {
  const left: string[] = []
  for await (const { name } of await opendir(folder)) {
    if (unfinished.test(name)) left.push(path.join(folder, name))
    else if (!isOurs(name)) return { strange: name, unfinished: left }
  }
  return { strange: undefined, unfinished: left }
}

const endings = new Map([
  ['application/pdf', 'pdf'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
])

/**
 * @param name a reference or an id: what an applicant called the file names none here.
 * @param type of the resume, as its bytes were looked at.
 */
export const resumeFileName = (name: string, type: string): string =>
  `${name}.${endings.get(type) ?? 'bin'}`
