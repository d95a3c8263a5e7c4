import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkAddress, NetworkLimit } from '@naic/platform/web/network-limit.ts'

/** A class may follow one link at the same moment. */
const burstSeconds = 3
const reloadSeconds = 5

/** It is the same for everybody, so it costs nothing. */
const oneMoment = `<!doctype html>
<html lang="en-IN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>One moment, please</title>
<h1>One moment, please</h1>
<p>Very many pages were asked for from your network just now. This page loads again by itself in ${reloadSeconds} seconds.</p>
</html>
`

export type PageLimit = ReturnType<typeof createPageLimit>

/**
 * Limits the pages that are rendered for each request, such as a search, which takes some ten
 * milliseconds. Beyond its share a network gets a page that tries again by itself. This machine has no
 * limit: a proxy on it that TRUST_PROXY does not name stands for all visitors.
 */
export function createPageLimit(perSecond: number) {
  const limit = new NetworkLimit(perSecond * burstSeconds, { everyMs: burstSeconds * 1_000 })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isThisMachine(request.ip) || limit.take(request.ip) === 0) return undefined
    return reply
      .code(429)
      .headers({
        'Retry-After': String(reloadSeconds),
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      })
      .type('text/html; charset=utf-8')
      .send(oneMoment)
  }
}

const isThisMachine = (ip: string) => ip === '::1' || networkAddress(ip).startsWith('127.')
