import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../accepted-encoding.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Of 30 KB it makes as little as the highest does, in a millisecond. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Sends entries of the log, compressed for who accepts it: three fifths is left of them. Tiles of
 * hashes are not worth it, since hashes are as good as random.
 */
export async function sendBundle(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  bytes: Uint8Array,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding')
  const encoding = acceptedEncoding(headers['accept-encoding'])
  if (encoding === 'identity') return reply.send(Buffer.from(bytes))
  const packed = encoding === 'br' ? await brotli(bytes, quality) : await zip(bytes)
  return reply.header('Content-Encoding', encoding).send(packed)
}
