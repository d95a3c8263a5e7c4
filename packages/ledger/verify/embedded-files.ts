import type { Bytes } from '../format/bytes.ts'
import { inflate } from '../format/inflate.ts'

/**
 * Reads what is embedded in the PDF and in the badge picture of a certificate, not what either paints.
 * Whatever is not as ours are is passed over: what is found is checked by its signature in any case.
 */

/** Many times what ours have, of a whole file and of one that is embedded. */
const mostBytes = 5 * 1024 * 1024
const mostEmbeddedBytes = 256 * 1024
const mostEmbedded = 8
/** Places that are looked at, since each of them costs time. */
const mostPlaces = 50
/** Between the start of an embedded file's object and its bytes. */
const longestDictionary = 2_000

export type Embedded =
  /** The texts of the embedded files; none if it has none. */
  | { state: 'read'; texts: string[] }
  /** More than ours ever have, so that it was not looked through. */
  | { state: 'tooMuch' }
  /** With a password, or against printing: neither is opened here. */
  | { state: 'encrypted' }

export async function readEmbedded(file: Blob): Promise<Embedded> {
  if (file.size > mostBytes) return { state: 'tooMuch' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isPng.test(oneByOne(bytes.subarray(0, 8))) ? readBadge(bytes) : readPdf(bytes)
}

/** Streams that call themselves embedded files (ISO 32000-1, 7.11.4). */
async function readPdf(bytes: Bytes): Promise<Embedded> {
  const text = oneByOne(bytes)
  if (/\/Encrypt\s*(<<|\d)/.test(text)) return { state: 'encrypted' }
  const streams = []
  let places = 0
  let numbers: Map<string, number> | undefined
  const numberAt = (reference: string) => (numbers ??= numbersIn(text)).get(reference)
  for (const { index } of text.matchAll(/\/Type\s{0,9}\/EmbeddedFile\b/g)) {
    places += 1
    if (places > mostPlaces) return { state: 'tooMuch' }
    streams.push(...pdfStreamAt(text, index, numberAt))
    if (streams.length > mostEmbedded) return { state: 'tooMuch' }
  }
  const texts: string[] = []
  // One after the other, so that no more than one is in memory as it is inflated.
  for (const { start, end, isDeflated } of streams) {
    const content = bytes.slice(start, end)
    const whole = isDeflated ? await inflate(content, 'deflate', mostEmbeddedBytes) : content
    texts.push(...textOf(whole))
  }
  return { state: 'read', texts }
}

/** Objects that are a number alone, by what refers to them: of several versions of one, the last. */
const numbersIn = (text: string) =>
  new Map(
    Array.from(
      text.matchAll(/[\r\n](\d{1,7} \d{1,5}) obj\s{1,9}(\d{1,8})\s/g),
      ([, reference = '', digits]) => [reference, Number(digits)] as const,
    ),
  )

/** @param numberAt the number that an object is, which writers use for a length they learn too late. */
function pdfStreamAt(
  text: string,
  index: number,
  numberAt: (reference: string) => number | undefined,
) {
  const from = Math.max(0, index - longestDictionary)
  const around = text.slice(from, index + longestDictionary)
  const object = around.lastIndexOf(' obj', index - from)
  const begin = /[^d]stream\r?\n/g
  begin.lastIndex = index - from
  if (object < 0 || !begin.test(around)) return []
  const dictionary = around.slice(object, begin.lastIndex)
  const [, digits, isReference] = /\/Length\s+(\d{1,8}(?!\d)( \d{1,5} R\b)?)/.exec(dictionary) ?? []
  const length = (isReference ? numberAt(digits?.replace(' R', '') ?? '') : Number(digits)) ?? NaN
  const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]?.match(/\w+/g) ?? []
  const isDeflated = filters.join() === 'FlateDecode'
  // What is larger before it is inflated is never less behind it.
  if (!(length <= mostEmbeddedBytes) || (filters.length > 0 && !isDeflated)) return []
  const start = from + begin.lastIndex
  return [{ start, end: start + length, isDeflated }]
}

const isPng = /^.PNG\r\n/s

/** Keyword, not compressed, by no method, in no language, under no other keyword. */
const bakedTexts = ['openbadgecredential', 'tlog-proof'].map((keyword) => `${keyword}\0\0\0\0\0`)

/** As Open Badges 3.0 bakes them, plain text in an iTXt chunk (5.3.2), and our receipts likewise. */
function readBadge(bytes: Bytes): Embedded {
  const view = new DataView(bytes.buffer)
  const texts: string[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at)
    if (oneByOne(bytes.subarray(at + 4, at + 8)) === 'iTXt') {
      const chunk = bytes.subarray(at + 8, at + 8 + length)
      const start = oneByOne(chunk.subarray(0, 24))
      const before = bakedTexts.find((one) => start.startsWith(one))
      if (before && texts.length === mostEmbedded) return { state: 'tooMuch' }
      if (before) texts.push(...textOf(chunk.subarray(before.length)))
    }
    at += 12 + length
  }
  return { state: 'read', texts }
}

const textOf = (bytes: Uint8Array | undefined): string[] =>
  bytes && bytes.length > 0 && bytes.length <= mostEmbeddedBytes
    ? [new TextDecoder().decode(bytes)]
    : []

/** Each byte a character: only those of ASCII are looked for. */
const oneByOne = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)
