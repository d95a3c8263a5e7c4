import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'

export type ReadIds = {
  /** Each once, in its order. */
  ids: string[]
  /** Those that were there more than once. */
  repeated: string[]
  /** Words that are no ID, as they are in the text. */
  others: string[]
}

/** An address, an ID with what people put in to read it (NAIC-25 A7K2M), or a word. */
const pieces = new RegExp(
  [
    String.raw`((?:https?:\/\/|www\.)[^\s"'<>,;|]+|[^\s"'<>,;|]{0,200}\/verify\/[^\s"'<>,;|]+)`,
    String.raw`(NAIC[ \u00a0._\u2010-\u2015-]*\d\d[ \u00a0._\u2010-\u2015-]*[A-Z0-9]{5}(?:[A-Z0-9]{3})?(?![A-Z0-9]))`,
    String.raw`([^\s,;:|=<>()[\]{}"'/\\]+)`,
  ].join('|'),
  'gi',
)

/**
 * Finds certificate IDs in a list, a letter or a sheet as CSV, and cleans each as the field for one ID
 * does. An ID begins with NAIC, is in an address of this site, or is alone on its line and has letters
 * and digits: so a misprinted ID is looked up as well.
 */
export function readIds(text: string): ReadIds {
  const found = text.split(/[\r\n\u2028\u2029]+/).flatMap(readLine)
  const ids = found.flatMap(({ id }) => id ?? [])
  const once = new Set<string>()
  const repeated = new Set<string>()
  for (const id of ids) (once.has(id) ? repeated : once).add(id)
  return {
    ids: [...once],
    repeated: [...repeated],
    others: found.flatMap(({ id, word }) => (id === undefined ? word : [])),
  }
}

type Found = { word: string; id: string | undefined }

function readLine(line: string): Found[] {
  const matches = [...line.matchAll(pieces)].filter(([word]) => /[\p{L}\p{N}]/u.test(word))
  return matches.map(([word, address, spaced]) => {
    const id = cleanCertificateId(address === undefined ? word : idInAddress(address))
    const isId = Boolean(address ?? spaced) || looksLikeId(id, word, matches.length === 1)
    return { word, id: isId && id !== '' ? id : undefined }
  })
}

const looksLikeId = (id: string, word: string, isAlone: boolean) =>
  /^NAIC./.test(id) || (isAlone && /\d/.test(id) && /[A-Z]/.test(id) && !word.includes('@'))

/** @returns the ID in an address of this site; empty for another address. */
function idInAddress(address: string): string {
  const [, inPath] = /\/(?:verify|credentials)\/([^/?#.]+)/i.exec(address) ?? []
  const [, asked] = /[?&]id=([^&#]+)/i.exec(address) ?? []
  return (inPath ?? asked ?? '').replaceAll(/%[0-9a-f]{2}/gi, '')
}
