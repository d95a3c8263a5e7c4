import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder, undefinedWhenGone } from '@naic/store/files/durable-file.ts'

/** Headers that are longer than this have another one first: ours are a few hundred bytes. */
const headerBytes = 16 * 1024

/** Of a letter, whole or as a crash has left it. */
const letterFile = /^(.+)\.eml(\.[0-9a-f-]{36}\.tmp)?$/

/** Letter files for which one of these holds. */
type LetterFilesMeant = {
  letterIds?: readonly string[]
  /** Of applications and messages. */
  ids?: ReadonlySet<string>
  /** Of such ids. */
  range?: { first: string; last: string } | undefined
  /** To which it is, or replies to it are; without letter case. */
  address?: string | undefined
  /** The file was last written before. */
  before?: Date
}

/**
 * Finds letters that became files because no relay was set, also those whose row is gone.
 *
 * @param folder it may be missing.
 * @returns their names.
 */
export async function findLetterFiles(folder: string, meant: LetterFilesMeant): Promise<string[]> {
  const names = (await readdir(folder).catch(undefinedWhenGone)) ?? []
  const letterIds = new Set(meant.letterIds)
  const found: string[] = []
  for (const name of names) {
    const [, id] = letterFile.exec(name) ?? []
    if (id === undefined) continue
    const isMeant =
      letterIds.has(id) ||
      (meant.ids?.has(id.slice(0, 36)) ?? false) ||
      isWithin(id, meant.range) ||
      (meant.address !== undefined && (await isFor(path.join(folder, name), meant.address))) ||
      (meant.before !== undefined && (await isOlder(path.join(folder, name), meant.before)))
    if (isMeant) found.push(name)
  }
  return found
}

/** Removes letters that became files. When this returns, that survives a crash. */
export async function removeLetterFiles(folder: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  for (const name of names) await rm(path.join(folder, name), { force: true })
  await syncFolder(folder)
}

function isWithin(letterId: string, range: LetterFilesMeant['range']): boolean {
  const id = letterId.slice(0, 36)
  return range !== undefined && letterId[36] === '-' && id >= range.first && id <= range.last
}

async function isOlder(file: string, before: Date): Promise<boolean> {
  const facts = await stat(file).catch(undefinedWhenGone)
  return facts !== undefined && facts.mtimeMs < before.getTime()
}

async function isFor(file: string, address: string): Promise<boolean> {
  const wanted = address.trim().toLowerCase()
  const headers = await readHeaders(file)
  return headers.some((header) => /^(to|reply-to):/.test(header) && hasWord(header, wanted))
}

async function readHeaders(file: string): Promise<string[]> {
  await using handle = await open(file).catch(undefinedWhenGone)
  if (!handle) return []
  const buffer = Buffer.alloc(headerBytes)
  const { bytesRead } = await handle.read(buffer, 0, headerBytes, 0)
  const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1)
  // A line that begins with a blank goes on with the one before (RFC 5322, section 2.2.3).
  return head
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .toLowerCase()
    .split('\r\n')
}

/** Whether a header has this address, and not as the end of a longer one. */
const hasWord = (header: string, word: string) => header.split(/[\s<>,;:"]+/).includes(word)
