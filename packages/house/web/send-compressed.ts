import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** @returns our best encoding that an Accept-Encoding takes. */
export const acceptedEncoding = (accepted = ''): Encoding => {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity'
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** In one to two milliseconds: a longer text gains by the effort, a shorter one hardly. */
const quick = (bytes: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: bytes > 2 ** 16 ? 7 : 5,
    // Looks so far back for repetitions. With 22 and this quality, it takes twenty times as long.
    [constants.BROTLI_PARAM_LGWIN]: bytes > 2 ** 16 ? 18 : 16,
  },
})

/**
 * Sends what was made for one request, compressed if the client accepts it: to a quarter for a page, to
 * three fifths for a certificate's answer and the log's entries. Set the type before.
 */
export async function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: string | Uint8Array,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding')
  const encoding = acceptedEncoding(headers['accept-encoding'])
  if (encoding === 'identity') return reply.send(Buffer.from(content))
  const packed =
    encoding === 'br' ? await brotli(content, quick(content.length)) : await zip(content)
  return reply.header('Content-Encoding', encoding).send(packed)
}
