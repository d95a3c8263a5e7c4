import { createHash } from 'node:crypto'

/**
 * The id of something that a visitor sent, made from all that it says: sending the same
 * again, by a double click, a retry or a reload, gives the same id, and so is stored once.
 * A changed answer is something else.
 *
 * @param content all that was sent, in a fixed order.
 * @param idempotencyKey what the sender adds to tell apart two that say the same; empty for none.
 * @returns a UUID of version 8 (RFC 9562, section 5.8).
 */
export function contentId(content: readonly (string | null)[], idempotencyKey: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([content, idempotencyKey]))
    .digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
