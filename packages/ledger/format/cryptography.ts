import type { Bytes } from './bytes.ts'

/** Of a server, for which a digest by WebCrypto is a change of thread. */
const node = globalThis.process?.getBuiltinModule?.('node:crypto')

/** By what the machine has for it; a page without a secure context has nothing. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  if (node?.webcrypto === crypto) return new Uint8Array(node.hash('sha256', bytes, 'buffer'))
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const { sha256WithLibrary } = await import('./cryptography-library.ts')
  return sha256WithLibrary(bytes)
}

/**
 * Whether an Ed25519 signature (RFC 8032) is right, by the browser's own cryptography or, where it has
 * none, by a library. What these are known to differ about is refused before (decision 008).
 *
 * @param publicKey 32 bytes. @param signature 64 bytes; anything else is simply wrong.
 */
export async function verifyEd25519(publicKey: Bytes, message: Bytes, signature: Bytes) {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  const point = signature.subarray(0, 32)
  if (![publicKey, point].every(isPlainPoint) || !isReduced(signature.subarray(32))) return false
  const key = await importKey(publicKey)
  if (key) return crypto.subtle.verify('Ed25519', key, signature, message)
  const { verifyWithLibrary } = await import('./cryptography-library.ts')
  return verifyWithLibrary(publicKey, message, signature)
}

/** @returns undefined without Ed25519: before Chrome 137, Firefox 129, Safari 17. */
async function importKey(publicKey: Bytes): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
}

/**
 * The libraries differ about points in another form than the one right one, and about the few points of
 * small order, for which one signature can be right for many texts or keys. No key that was made, and no
 * signature that was signed, as RFC 8032 says has either.
 *
 * The field's prime, and the order of the base point:
 */
const prime = (1n << 255n) - 19n
const order = (1n << 252n) + 0x14def9dea2f79cd65812631a5cf5d3edn

const yOfOrder8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n
/** The y of all eight points of small order. */
const smallOrder = new Set([0n, 1n, prime - 1n, yOfOrder8, prime - yOfOrder8])

const littleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)

/** That a point is on the curve is for the library to say. */
export function isPlainPoint(bytes: Uint8Array): boolean {
  const y = BigInt.asUintN(255, littleEndian(bytes))
  return y < prime && !smallOrder.has(y)
}

/** Of a signature's second half: so it has but one form. */
export const isReduced = (bytes: Uint8Array): boolean => littleEndian(bytes) < order
