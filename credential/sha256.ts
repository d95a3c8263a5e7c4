import type { Bytes } from './bytes.ts'

/** By the browser's own cryptography; a page without a secure context has none. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const { sha256WithLibrary } = await import('./cryptography-library.ts')
  return sha256WithLibrary(bytes)
}
