import type { Bytes } from './bytes.ts'
import { isPlainPoint, isReduced } from './plain-points.ts'

/**
 * Whether an Ed25519 signature (RFC 8032) is right, by the browser's own cryptography where it
 * has it. Older browsers, and pages without a secure context, get a library in its place. What
 * these are known to differ about is refused before (decision 040).
 *
 * @param publicKey 32 bytes. @param signature 64 bytes; anything else is simply wrong.
 */
export async function verifyEd25519(
  publicKey: Bytes,
  message: Bytes,
  signature: Bytes,
): Promise<boolean> {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  const point = signature.subarray(0, 32)
  if (![publicKey, point].every(isPlainPoint) || !isReduced(signature.subarray(32))) return false
  const key = await importKey(publicKey)
  if (key) return crypto.subtle.verify('Ed25519', key, signature, message)
  const { verifyWithLibrary } = await import('./cryptography-library.ts')
  return verifyWithLibrary(publicKey, message, signature)
}

/** @returns undefined where there is no Ed25519: before Chrome 137, Firefox 129, Safari 17. */
async function importKey(publicKey: Bytes): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
}
