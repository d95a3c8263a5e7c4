import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { RegistryRefused } from '../registry-refused.ts'

/** In bytes; NIST SP 800-38D. */
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]
const cipherName = 'aes-256-gcm'

/**
 * Seals a credential with a key that nothing else is sealed with (AES-256-GCM): without the key,
 * nobody reads it.
 *
 * @param id of the certificate, to which the sealed text belongs: under another it does not open.
 * @returns both in Base64; of the sealed, nonce, text and tag.
 */
export function sealCredential(id: string, text: string): { credential: string; key: string } {
  const [key, nonce] = [randomBytes(keyBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(id))
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return { credential: Buffer.concat(parts).toString('base64'), key: key.toString('base64') }
}

/**
 * @param key null where it is missing.
 * @throws RegistryRefused where it does not open: row or key are not what they were.
 */
export function openCredential(id: string, sealed: string, key: string | null): string {
  if (key === null) throw new RegistryRefused(`The key of the certificate ${id} is missing.`)
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const opened = createDecipheriv(cipherName, Buffer.from(key, 'base64'), nonce, {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(-tagBytes))
    const text = opened.update(bytes.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, opened.final()]).toString('utf8')
  } catch (error) {
    throw new RegistryRefused(`The certificate ${id} cannot be opened with its key.`, {
      cause: error,
    })
  }
}
