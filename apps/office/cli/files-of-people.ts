import { stat } from 'node:fs/promises'
import path from 'node:path'

/** @returns why no file can be written there, to follow its name; undefined where nothing is seen. */
export async function whyNoPlace(file: string): Promise<string | undefined> {
  const there = await stat(file).catch(() => undefined)
  if (there?.isDirectory()) return 'cannot be written: that is a folder: name a file'
  const folder = path.dirname(path.resolve(file))
  const code = await stat(folder).then(() => undefined, codeOf)
  return code === 'ENOENT' ? `cannot be written: the folder ${folder} is not there` : undefined
}

const whyUnread = new Map([
  ['ENOENT', 'it is not there'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user has no permission'],
])

/** @param error of reading it. @returns why, in words. */
export function whyNotRead(error: unknown): string {
  const code = codeOf(error)
  return whyUnread.get(code) ?? code
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)
