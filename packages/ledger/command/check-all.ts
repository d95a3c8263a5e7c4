import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { isWrittenAsId } from '#format/id-format.ts'
import type { Site } from '#verify/evidence.ts'
import { fetchKeys, type Keys } from '#verify/ask-site.ts'
import { type Verified, verifyById } from '#verify/examine-certificate.ts'
import { type Checked, checkFiles } from '#verify/read-certificate-file.ts'

/** What came of one word of the command line: a file, or the ID of a certificate. */
export type Outcome =
  | { from: 'file'; found: Checked | { state: 'noFile' | 'notRead' } }
  | { from: 'id'; found: Verified }

/** Of a site that many ask; it answers one after the other in any case. */
const atOnce = 6

/** Bytes. What is larger is no certificate, and is not read. */
const longestFile = 8 * 1024 * 1024

/** As certificates' IDs are written. A file of that name comes first. */
const id = /^[A-Za-z0-9]{5,15}$/

/**
 * Checks files and IDs by the checks of the browser. A few are under way at a time and no more are in
 * memory, however many there are.
 *
 * @returns in the order in which they were given.
 */
export async function* checkAll(
  given: readonly string[],
  site: Site,
): AsyncGenerator<{ given: string; outcome: Outcome }> {
  const words = withoutPaired(given)
  let keys: Promise<Keys> | undefined
  const known = () => (keys ??= fetchKeys(site))
  const underWay: Promise<{ given: string; outcome: Outcome }>[] = []
  for (const word of words) {
    underWay.push(checkOne(word, known, site).then((outcome) => ({ given: word, outcome })))
    const first = underWay.length === atOnce && underWay.shift()
    if (first) yield await first
  }
  for (const one of underWay) yield await one
}

async function checkOne(word: string, keys: () => Promise<Keys>, site: Site): Promise<Outcome> {
  const file = await readIfThere(word)
  // What lies there is never taken for an ID, even if it cannot be read.
  if (file === undefined && id.test(word)) return { from: 'id', found: await lookUp(word, site) }
  if (file === undefined) return { from: 'file', found: { state: 'noFile' } }
  if (!(file instanceof File)) return { from: 'file', found: { state: file } }
  const pair = pairOf(word)
  const beside = pair === undefined ? undefined : await readIfThere(pair)
  const files = beside instanceof File ? [file, beside] : [file]
  return { from: 'file', found: withName(word, await checkFiles(files, keys(), site)) }
}

/** A file that is named like the ID of another certificate would be taken for that one. */
function withName(word: string, found: Checked): Checked {
  const named = word.toUpperCase()
  if (found.state !== 'examined' || !isWrittenAsId(named)) return found
  const { examination } = found
  if (!examination.facts || examination.facts.id === named) return found
  return { ...found, examination: { ...examination, verdict: 'other', facts: undefined } }
}

/** Whatever the site answers, the other certificates are checked as well. */
const lookUp = (word: string, site: Site) =>
  verifyById(word.toUpperCase(), site, new AbortController().signal).catch(() => ({
    state: 'failed' as const,
    reference: undefined,
  }))

/** @returns undefined if there is nothing of that name; `notRead` for a folder, or if it may not be read. */
async function readIfThere(file: string): Promise<File | 'tooMuch' | 'notRead' | undefined> {
  try {
    if (file === '-') return await readStandardInput()
    const about = await stat(file)
    if (!about.isFile()) return 'notRead'
    if (about.size > longestFile) return 'tooMuch'
    return new File([await readFile(file)], path.basename(file))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code) ? undefined : 'notRead'
  }
}

async function readStandardInput(): Promise<File | 'tooMuch'> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of process.stdin) {
    size += part.length
    if (size > longestFile) return 'tooMuch'
    parts.push(new Uint8Array(part))
  }
  return new File(parts, '-')
}

const ends = { '.json': '.tlog-proof', '.tlog-proof': '.json' }

/** A holder gets ID.json and ID.tlog-proof: either is checked together with the other beside it. */
function pairOf(file: string): string | undefined {
  const end = path.extname(file)
  return end in ends ? file.slice(0, -end.length) + ends[end as keyof typeof ends] : undefined
}

/** A receipt whose certificate is given as well is checked with it. */
function withoutPaired(given: readonly string[]): string[] {
  const all = new Set(given)
  return given.filter((file) => !(file.endsWith('.tlog-proof') && all.has(pairOf(file) ?? '')))
}
