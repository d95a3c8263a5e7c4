import { createReadStream } from 'node:fs'
import path from 'node:path'
import { isWrittenAsId } from '#format/id-format.ts'
import { fetchKeys } from '#verify/ask-site.ts'
import type { Keys, Site } from '#verify/evidence.ts'
import { type Verified, verifyById } from '#verify/examine-certificate.ts'
import { type Checked, checkFiles } from '#verify/read-certificate-file.ts'

/** What came of one word of the command line: a file, or the ID of a certificate. */
export type Outcome = Checked | Verified | { state: 'noFile' | 'notRead' | 'gone' }

/** No more are in memory. */
const atOnce = 6

/** Bytes. What is larger is no certificate, and is not read. */
const longestFile = 8 * 1024 * 1024

/** As certificates' IDs are written. A file of that name comes first. */
const id = /^[A-Za-z0-9]{5,15}$/

/** Checks files and IDs by the checks of the browser, in their order, a few of them at a time. */
export async function* checkAll(
  words: readonly string[],
  site: Site,
): AsyncGenerator<{ given: string; outcome: Outcome }> {
  const all = new Set(words)
  let keys: Promise<Keys> | undefined
  const known = () => (keys ??= fetchKeys(site))
  const underWay: Promise<{ given: string; outcome: Outcome }>[] = []
  for (const given of words) {
    // A receipt whose certificate is given as well is checked with it.
    if (given.endsWith('.tlog-proof') && all.has(pairOf(given) ?? '')) continue
    underWay.push(checkOne(given, known, site).then((outcome) => ({ given, outcome })))
    const first = underWay.length === atOnce && underWay.shift()
    if (first) yield await first
  }
  for (const one of underWay) yield await one
}

async function checkOne(word: string, keys: () => Promise<Keys>, site: Site): Promise<Outcome> {
  const file = await readIfThere(word)
  // What lies there is never taken for an ID, even if it cannot be read.
  if (file === undefined) return id.test(word) ? lookUp(word, site) : { state: 'noFile' }
  if (!(file instanceof File)) return { state: file }
  const pair = pairOf(word)
  const beside = pair === undefined ? undefined : await readIfThere(pair)
  const files = beside instanceof File ? [file, beside] : [file]
  return withName(word, await checkFiles(files, keys(), site))
}

/** A file that is named like the ID of another certificate would be taken for that one. */
function withName(word: string, checked: Checked): Checked {
  const named = word.toUpperCase()
  if (checked.state !== 'examined' || !isWrittenAsId(named)) return checked
  const { examination } = checked
  if (!examination.facts || examination.facts.id === named) return checked
  return { ...checked, examination: { ...examination, verdict: 'other', facts: undefined } }
}

/** Whatever the site answers, the other certificates are checked as well. */
async function lookUp(word: string, site: Site): Promise<Outcome> {
  try {
    const verified = await verifyById(word.toUpperCase(), site, new AbortController().signal)
    return verified.state === 'erased' ? { state: 'gone' } : verified
  } catch {
    return { state: 'failed' }
  }
}

/** @returns undefined if there is nothing of that name; `notRead` for a folder, or if it may not be read. */
async function readIfThere(file: string): Promise<File | 'tooMuch' | 'notRead' | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for await (const part of file === '-' ? process.stdin : createReadStream(file)) {
      size += part.length
      if (size > longestFile) return 'tooMuch'
      parts.push(part)
    }
    return new File(parts, path.basename(file))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code) ? undefined : 'notRead'
  }
}

const ends: Record<string, string> = { '.json': '.tlog-proof', '.tlog-proof': '.json' }

/** A holder gets ID.json and ID.tlog-proof: either is checked together with the other beside it. */
function pairOf(file: string): string | undefined {
  const end = path.extname(file)
  return ends[end] && file.slice(0, -end.length) + ends[end]
}
