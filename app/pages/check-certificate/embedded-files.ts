/**
 * Reads what is embedded in the PDF and in the badge picture of a certificate; nothing that either
 * paints is looked at. Both may come from anyone: whatever is not as ours are is passed over, since
 * what is found is checked by its signature in any case.
 */

/** Many times what ours have, of a whole file and of one that is embedded. */
const mostBytes = 5 * 1024 * 1024
const mostEmbeddedBytes = 256 * 1024
const mostEmbedded = 8
/** Between the start of an embedded file's object and its bytes. */
const longestDictionary = 2_000

/** @returns the text of each embedded file; none where there is none, or more than ours ever have. */
export async function readEmbedded(file: Blob): Promise<string[]> {
  if (file.size > mostBytes) return []
  const bytes = new Uint8Array(await file.arrayBuffer())
  const found = latin1(bytes.subarray(0, 8)) === pngStart ? badgeTexts(bytes) : pdfStreams(bytes)
  if (found.length > mostEmbedded) return []
  const texts = await Promise.all(
    found.map(async ({ content, isDeflated }) => {
      const whole = isDeflated ? await inflate(content) : content
      return whole && whole.length <= mostEmbeddedBytes ? new TextDecoder().decode(whole) : ''
    }),
  )
  return texts.filter((text) => text !== '')
}

type Found = { content: Uint8Array<ArrayBuffer>; isDeflated: boolean }

/** Streams that call themselves embedded files (ISO 32000-1, 7.11.4). */
function pdfStreams(bytes: Uint8Array<ArrayBuffer>): Found[] {
  const text = latin1(bytes)
  const found: Found[] = []
  for (const { index } of text.matchAll(/\/Type\s{0,9}\/EmbeddedFile\b/g)) {
    if (found.length > mostEmbedded) break
    const from = Math.max(0, index - longestDictionary)
    const around = text.slice(from, index + longestDictionary)
    const object = around.lastIndexOf(' obj', index - from)
    const begin = /[^d]stream\r?\n/g
    begin.lastIndex = index - from
    if (object < 0 || !begin.test(around)) continue
    const dictionary = around.slice(object, begin.lastIndex)
    const [, length] = /\/Length\s+(\d{1,8})(?!\d|\s+\d+\s+R)/.exec(dictionary) ?? []
    const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]?.match(/\w+/g) ?? []
    const isDeflated = filters.join() === 'FlateDecode'
    if (length === undefined || (filters.length > 0 && !isDeflated)) continue
    const start = from + begin.lastIndex
    found.push({ content: bytes.slice(start, start + Number(length)), isDeflated })
  }
  return found
}

const pngStart = '\x89PNG\r\n\x1a\n'

/** Keyword, not compressed, by no method, in no language, under no other keyword. */
const bakedTexts = ['openbadgecredential', 'tlog-proof'].map((keyword) => `${keyword}\0\0\0\0\0`)

/** As Open Badges 3.0 bakes them, plain text in an iTXt chunk (5.3.2), and our receipts likewise. */
function badgeTexts(bytes: Uint8Array<ArrayBuffer>): Found[] {
  const view = new DataView(bytes.buffer)
  const found: Found[] = []
  for (let at = 8; at + 12 <= bytes.length && found.length <= mostEmbedded;) {
    const length = view.getUint32(at)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    const start = latin1(chunk.subarray(0, 24))
    const before = bakedTexts.find((one) => start.startsWith(one))
    if (latin1(bytes.subarray(at + 4, at + 8)) === 'iTXt' && before) {
      found.push({ content: chunk.slice(before.length), isDeflated: false })
    }
    at += 12 + length
  }
  return found
}

/** @returns undefined where it cannot be read, or would be larger than any of ours. */
async function inflate(deflated: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  const whole = new Uint8Array(mostEmbeddedBytes)
  let size = 0
  try {
    const reader = new Blob([deflated])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
      .getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (size + read.value.length > whole.length) {
        await reader.cancel()
        return undefined
      }
      whole.set(read.value, size)
      size += read.value.length
    }
    return whole.subarray(0, size)
  } catch {
    return undefined
  }
}

/** Each byte a character: of its 256 codes only those below 128 are looked for, and a PNG's first. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  }
  return text
}
