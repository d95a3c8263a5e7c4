import { type Bytes, fromBase64Url, toBase64Url, toHex } from './bytes.ts'
import { inflate } from './inflate.ts'
import { sha256 } from './cryptography.ts'

/** Which certificates are revoked, as bits (W3C Bitstring Status List 1.0); bit 0 is leftmost. */

/** So many bits at least, so that an index says nothing about how many there are. */
export const fewestStatusBytes = 16_384

/** More than a list ever has; a list that unpacks to more is refused. */
const mostStatusBytes = 4 * 1024 * 1024

/**
 * Places beside a checkpoint of this size: so many that one drawn at random is mostly free. They never
 * become fewer as the log grows.
 */
export function statusCapacity(logSize: number): number {
  let capacity = fewestStatusBytes * 8
  while (capacity < logSize * 2) capacity *= 2
  return capacity
}

/** @returns SHA-256 of the bits as they are before packing, in hex: how the log names a list. */
export const statusDigest = async (bits: Bytes): Promise<string> => toHex(await sha256(bits))

export function markRevoked(bits: Uint8Array, index: number): void {
  const byte = Math.floor(index / 8)
  bits[byte] = (bits[byte] ?? 0) | (0x80 >> (index % 8))
}

/** @param bits one byte for eight entries. */
export async function encodeStatusList(bits: Uint8Array<ArrayBuffer>): Promise<string> {
  if (bits.length < fewestStatusBytes) throw new RangeError('The status list is too short.')
  const stream = new Blob([bits]).stream().pipeThrough(new CompressionStream('gzip'))
  return `u${toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()))}`
}

/** @param statusList anything at all. @returns its bits, or undefined when it is no status list. */
export async function decodeStatusList(statusList: unknown): Promise<Bytes | undefined> {
  type List = { credentialSubject?: { encodedList?: unknown } | null } | null | undefined
  const encoded = (statusList as List)?.credentialSubject?.encodedList
  const isEncoded = typeof encoded === 'string' && encoded.startsWith('u')
  const packed = isEncoded ? fromBase64Url(encoded.slice(1)) : undefined
  const bits = packed && (await inflate(packed, 'gzip', mostStatusBytes))
  return bits && bits.length >= fewestStatusBytes ? bits : undefined
}

/** @returns undefined when the list has no such entry. */
export function statusAt(bits: Uint8Array, index: number): boolean | undefined {
  const byte = Number.isSafeInteger(index) ? bits[Math.floor(index / 8)] : undefined
  return byte === undefined ? undefined : (byte & (0x80 >> (index % 8))) !== 0
}
