import { hashes, verify } from '@noble/ed25519'
import { sha512 } from '@noble/hashes/sha2.js'
import type { Bytes } from './bytes.ts'

hashes.sha512 = sha512

/** As `verifyEd25519`, without the browser's help; loaded only where it is needed. */
export function verifyWithLibrary(publicKey: Bytes, message: Bytes, signature: Bytes): boolean {
  try {
    return verify(signature, message, publicKey)
  } catch {
    // The library throws for bytes that are no key or no signature.
    return false
  }
}
