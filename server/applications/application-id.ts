import { createHash } from 'node:crypto'
import type { Application } from '#forms/application-form.ts'

/**
 * The id of an application, made from all that it says: sending the same application again,
 * by a double click, a retry or a reload, gives the same id, and so is stored once. A changed
 * answer or another resume is another application.
 *
 * @param resumeSha256 lower-case hex.
 * @param idempotencyKey what the sender adds to tell apart two applications that say the same;
 *   empty for none.
 * @returns a UUID of version 8 (RFC 9562, section 5.8).
 */
export function applicationId(
  application: Application,
  resumeSha256: string,
  idempotencyKey: string,
): string {
  const { name, email, phone, college, year, domain, linkedin, message } = application
  const content = JSON.stringify([
    [name, email, phone, college, year, domain, linkedin, message],
    resumeSha256,
    idempotencyKey,
  ])
  const hex = createHash('sha256').update(content).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
