import { md5 } from '@noble/hashes/legacy.js'
import { type Bytes, concat } from '../format/bytes.ts'

/**
 * Reads PDFs that are encrypted with an empty password (ISO 32000-2, 7.6), which everybody may open:
 * many programs make them, so that nobody prints or changes them. Loaded for such a file alone.
 */

/** The object in which the bytes stand. */
export type Place = { number: number; generation: number }
export type Decrypt = (content: Bytes, place: Place) => Promise<Bytes>

/** Longer than the dictionary of any encryption. */
const longestDictionary = 4_000

/**
 * @param text of the whole file, each byte a character.
 * @returns what decrypts its embedded files, which throws or gives other bytes where the password is
 *   not empty; undefined for a way of encrypting that there is not.
 */
export async function openEncrypted(text: string): Promise<Decrypt | undefined> {
  const dictionary = dictionaryOf(text)
  const version = numberAt(dictionary, 'V')
  switch (version < 4 ? 'V2' : filterMethod(dictionary)) {
    case 'None':
      return async (content) => content
    case 'V2': {
      const bits = version === 4 ? 128 : version === 2 ? numberAt(dictionary, 'Length') : 40
      const key = oldKey(text, dictionary, bits / 8)
      return async (content, place) => rc4(keyOfObject(key, place), content)
    }
    case 'AESV2': {
      const key = oldKey(text, dictionary, 16)
      return (content, place) => decryptStream(keyOfObject(key, place, aesSalt), content)
    }
    case 'AESV3': {
      const key = await newKey(dictionary)
      return (content) => decryptStream(key, content)
    }
    default:
      return undefined
  }
}

/** Every trailer of a file names the same one. */
function dictionaryOf(text: string): string {
  const [, number, generation] = /\/Encrypt\s+(\d{1,10})\s+(\d{1,5})\s+R/.exec(text) ?? []
  const start = text.search(
    number === undefined ? /\/Encrypt\s*<</ : new RegExp(`\\b${number}\\s+${generation}\\s+obj`),
  )
  return start < 0 ? '' : text.slice(start, start + longestDictionary)
}

const numberAt = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name}\\s+(-?\\d{1,10})\\b`).exec(dictionary)?.[1])

/** How embedded files are encrypted: as all streams, where they have no filter of their own. */
function filterMethod(dictionary: string): string {
  const [, name = 'Identity'] =
    /\/EFF\s*\/(\w+)/.exec(dictionary) ?? /\/StmF\s*\/(\w+)/.exec(dictionary) ?? []
  const method = new RegExp(`/${name}\\s*<<[^>]*/CFM\\s*/(\\w+)`).exec(dictionary)?.[1]
  return method ?? (name === 'Identity' ? 'None' : '')
}

/** @param before whatever the string follows. */
function stringAfter(before: RegExp, text: string): Bytes {
  const found = before.exec(text)
  const at = found ? found.index + found[0].length : text.length
  if (text[at] === '(') return literalString(text, at)
  const hex = text[at] === '<' ? text.slice(at + 1, text.indexOf('>', at)) : ''
  return Uint8Array.from(hex.match(/[\da-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16))
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }

/** With brackets around it, which it may have inside as well (7.3.4.2). */
function literalString(text: string, at: number): Bytes {
  let read = ''
  let depth = 0
  for (const [part, escaped] of text
    .slice(at, at + longestDictionary)
    .matchAll(/\\([0-7]{1,3}|[^])|[^]/g)) {
    if (escaped !== undefined) {
      const isCode = /^[0-7]/.test(escaped)
      read += isCode
        ? String.fromCharCode(Number.parseInt(escaped, 8))
        : (escapes[escaped] ?? escaped)
      continue
    }
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (depth === 0) break
    read += part
  }
  return Uint8Array.from(read.slice(1), (character) => character.charCodeAt(0))
}

/** What a password is filled up with to 32 bytes: all of an empty one. */
const padding = stringAfter(
  /^/,
  '<28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A>',
)

/** Of the revisions 2 to 4 (7.6.4.3.2, algorithm 2). */
function oldKey(text: string, dictionary: string, length: number): Bytes {
  const revision = numberAt(dictionary, 'R')
  const permissions = new DataView(new ArrayBuffer(4))
  permissions.setInt32(0, numberAt(dictionary, 'P'), true)
  const isAllEncrypted = revision < 4 || !/\/EncryptMetadata\s+false/.test(dictionary)
  let key = md5(
    concat(
      padding,
      stringAfter(/\/O\s*(?=[(<])/, dictionary).slice(0, 32),
      new Uint8Array(permissions.buffer),
      stringAfter(/\/ID\s*\[\s*(?=[(<])/, text),
      Uint8Array.from(isAllEncrypted ? [] : [255, 255, 255, 255]),
    ),
  ).slice(0, length)
  const rounds = revision > 2 ? 50 : 0
  for (let round = 0; round < rounds; round += 1) key = md5(key).slice(0, length)
  return Uint8Array.from(key)
}

const aesSalt = Uint8Array.from('sAlT', (letter) => letter.charCodeAt(0))

/** Each object has a key of its own (7.6.3.1, algorithm 1). */
function keyOfObject(key: Bytes, { number, generation }: Place, salt = new Uint8Array(0)): Bytes {
  const place = [number, number >> 8, number >> 16, generation, generation >> 8]
  const hash = md5(
    concat(
      key,
      Uint8Array.from(place, (byte) => byte & 255),
      salt,
    ),
  )
  return Uint8Array.from(hash.subarray(0, Math.min(key.length + 5, 16)))
}

function rc4(key: Bytes, content: Bytes): Bytes {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number) => {
    ;[state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0]
  }
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255
    swap(at, other)
  }
  let other = 0
  return content.map((byte, index) => {
    const at = (index + 1) & 255
    other = (other + (state[at] ?? 0)) & 255
    swap(at, other)
    return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0)
  })
}

/** Of the revisions 5 and 6: encrypted beside the password's hash (7.6.4.3.3, algorithm 2.A). */
async function newKey(dictionary: string): Promise<Bytes> {
  const salt = stringAfter(/\/U\s*(?=[(<])/, dictionary).slice(40, 48)
  const encrypted = stringAfter(/\/UE\s*(?=[(<])/, dictionary).slice(0, 32)
  const key =
    numberAt(dictionary, 'R') === 5 ? await digest('SHA-256', salt) : await hardenedHash(salt)
  // The platform wants bytes that were filled up when they were encrypted: here comes what fills them up.
  const filling = await aes('encrypt', key, new Uint8Array(0), encrypted.slice(16))
  return aes('decrypt', key, concat(encrypted, filling), new Uint8Array(16))
}

/** Of an empty password (7.6.4.3.4, algorithm 2.B). It ends after 288 rounds at the latest. */
async function hardenedHash(salt: Bytes): Promise<Bytes> {
  let hash = await digest('SHA-256', salt)
  for (let round = 1, last = 255; round <= 64 || last > round - 33; round += 1) {
    const repeated = concat(...Array.from({ length: 64 }, () => hash))
    const filled = await aes('encrypt', hash.slice(0, 16), repeated, hash.slice(16, 32))
    const encrypted = filled.slice(0, repeated.length)
    const sum = encrypted.subarray(0, 16).reduce((before, byte) => before + byte, 0)
    hash = await digest(['SHA-256', 'SHA-384', 'SHA-512'][sum % 3] ?? '', encrypted)
    last = encrypted.at(-1) ?? 0
  }
  return hash.slice(0, 32)
}

const digest = async (name: string, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(name, bytes))

const decryptStream = (key: Bytes, content: Bytes): Promise<Bytes> =>
  aes('decrypt', key, content.slice(16), content.slice(0, 16))

async function aes(use: 'encrypt' | 'decrypt', key: Bytes, content: Bytes, iv: Bytes) {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, [use])
  return new Uint8Array(await crypto.subtle[use]({ name: 'AES-CBC', iv }, imported, content))
}
