import { hashes, verify } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import type { Bytes } from './bytes.ts'

/** What the browser lacks; loaded only where it lacks it. */

hashes.sha512 = sha512

/** As `verifyEd25519`, without the browser's help. */
export function verifyWithLibrary(publicKey: Bytes, message: Bytes, signature: Bytes): boolean {
  try {
    // As strict as RFC 8032 and the browsers are.
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    // The library throws for bytes that are no key or no signature.
    return false
  }
}

/** As `sha256`, without the browser's help. */
export const sha256WithLibrary = (bytes: Bytes): Bytes => new Uint8Array(sha256(bytes))
