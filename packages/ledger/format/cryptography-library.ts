import { etc, Point } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { Bytes } from './bytes.ts'

/**
 * What the browser lacks; loaded only where it lacks it. It imports no other file of this package: what
 * two scripts share, every browser would fetch as a third.
 */
const { bytesToHex, concatBytes } = etc

/**
 * As `verifyEd25519`, of what it has not refused. The browsers' equation, without the cofactor: RFC 8032
 * (5.1.7) allows both, and the library's own `verify` takes the other one. Somebody with a private key
 * can sign so that the two differ.
 */
export function verifyWithLibrary(publicKey: Bytes, message: Bytes, signature: Bytes): boolean {
  const point = signature.subarray(0, 32)
  const number = littleEndian(signature.subarray(32))
  const challenge = littleEndian(sha512(concatBytes(point, publicKey, message))) % Point.CURVE().n
  try {
    const timesKey = Point.fromBytes(publicKey).multiply(challenge, false)
    const expected = Point.BASE.multiply(number, false).subtract(timesKey)
    return expected.toHex() === bytesToHex(point)
  } catch {
    // The library throws for bytes that are no point of the curve.
    return false
  }
}

const littleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)

/** As `sha256`, without the browser's help. */
export const sha256WithLibrary = (bytes: Bytes): Bytes => new Uint8Array(sha256(bytes))
