import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Site } from '#verify/evidence.ts'
import { fetchKeys } from '#verify/ask-site.ts'
import { verifyById } from '#verify/examine-certificate.ts'
import { type Checked, checkFiles } from '#verify/read-certificate-file.ts'

/** What came of one word of the command line: a file, or the ID of a certificate. */
export type Outcome =
  | { from: 'file'; found: Checked | { state: 'noFile' } }
  | { from: 'id'; found: Awaited<ReturnType<typeof verifyById>> }

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
  const underWay: Promise<{ given: string; outcome: Outcome }>[] = []
  for (const word of words) {
    underWay.push(checkOne(word, site).then((outcome) => ({ given: word, outcome })))
    const first = underWay.length === atOnce && underWay.shift()
    if (first) yield await first
  }
  for (const one of underWay) yield await one
}

async function checkOne(word: string, site: Site): Promise<Outcome> {
  const files = await Promise.all([word, pairOf(word)].map(readIfThere))
  const there = files.filter((file) => file instanceof File)
  if (files[0] === 'large') return { from: 'file', found: { state: 'tooMuch' } }
  if (files[0] !== undefined) {
    return { from: 'file', found: await checkFiles(there, fetchKeys(site), site) }
  }
  if (!id.test(word)) return { from: 'file', found: { state: 'noFile' } }
  const stop = new AbortController()
  const found = await verifyById(word.toUpperCase(), site, stop.signal)
  return { from: 'id', found }
}

/** Undefined for what is no file that can be read. */
async function readIfThere(file: string | undefined): Promise<File | 'large' | undefined> {
  if (file === undefined) return undefined
  try {
    const about = await stat(file)
    if (!about.isFile()) return undefined
    if (about.size > longestFile) return 'large'
    return new File([await readFile(file)], path.basename(file))
  } catch {
    return undefined
  }
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
