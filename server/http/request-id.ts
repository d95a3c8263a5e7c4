import { randomBytes } from 'node:crypto'

/** The header that says it, on every answer that has a line in the log. */
export const requestIdHeader = 'X-Request-Id'

/** Without I, L, O and U, which are misread, as Crockford's Base32 leaves them out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The name of one request, such as "7K3F9QXM2P": in each of its lines in the log, and in what the
 * visitor is told of a failure of ours, to be quoted. Random, so that copies of the server need not
 * agree; what the visitor sends as one is never taken.
 */
export const newRequestId = (): string =>
  Array.from(randomBytes(10), (byte) => letters[byte % letters.length]).join('')
