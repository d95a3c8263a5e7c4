/**
 * Bytes and their ways of being written. All refuse what they cannot read with undefined.
 *
 * Ours, because every phone that checks a certificate loads it: the verifier had 3,850 bytes in
 * brotli, and with @scure/base 5,524 (at least 4,864, for base58 alone). Hex of @noble/hashes costs
 * 937 more, and not every browser has the platform's own. The tests compare with @scure/base.
 */
export type Bytes = Uint8Array<ArrayBuffer>

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @param hex an even number of lower-case hexadecimal digits. */
export function fromHex(hex: string): Bytes | undefined {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return undefined
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Standard alphabet, padded (RFC 4648, section 4), in the one form that `toBase64` writes. */
export function fromBase64(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : undefined
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** URL alphabet without padding (RFC 4648, section 5). */
export function fromBase64Url(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='))
}

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bitcoin's alphabet; a leading zero byte is a leading 1. */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = base58Alphabet.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

/** Time grows with the square of a text's length, and no key or signature has 100. */
const longestBase58 = 200

export function fromBase58(text: string): Bytes | undefined {
  if (text.length > longestBase58) return undefined
  let number = 0n
  for (const character of text) {
    const digit = base58Alphabet.indexOf(character)
    if (digit === -1) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes])
}
