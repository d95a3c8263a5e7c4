import { type Bytes, concat, fromBase58, toBase58 } from './bytes.ts'

/** Says that an Ed25519 public key follows (W3C Controlled Identifiers, Multikey). */
const prefix = Uint8Array.of(0xed, 0x01)

/** @param publicKey 32 bytes. */
export const toMultikey = (publicKey: Bytes): string => `z${toBase58(concat(prefix, publicKey))}`

/** @returns the 32 bytes of the key, or undefined when the text is no Ed25519 Multikey. */
export function fromMultikey(text: string): Bytes | undefined {
  const bytes = text.startsWith('z') ? fromBase58(text.slice(1)) : undefined
  const isKey = bytes?.length === 34 && bytes[0] === prefix[0] && bytes[1] === prefix[1]
  return isKey ? bytes.slice(2) : undefined
}
