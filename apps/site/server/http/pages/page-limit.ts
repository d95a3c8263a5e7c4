import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkAddress, NetworkLimit } from '@naic/house/web/network-limit.ts'
import { sendPlainPage } from './plain-page.ts'

/** A class may follow one link at the same moment. */
const burstSeconds = 3
const reloadSeconds = 5

const oneMoment = {
  title: 'One moment, please',
  sentence: `Very many pages were asked for from your network just now. This page loads again by itself in ${reloadSeconds} seconds.`,
  reloadSeconds,
}

export type PageLimit = ReturnType<typeof createPageLimit>

/**
 * Limits the pages that are rendered for each request, such as a search, which takes some ten
 * milliseconds. Beyond its share a network gets a page that tries again by itself. This machine has no
 * limit: a proxy on it that TRUST_PROXY does not name stands for all visitors.
 */
export function createPageLimit(perSecond: number) {
  const limit = new NetworkLimit(perSecond * burstSeconds, { everyMs: burstSeconds * 1_000 })
  /** Counts a page for its sender's address. @returns whether it was one too many, and is answered. */
  function refuses(sender: string, reply: FastifyReply): boolean {
    if (isThisMachine(sender) || limit.take(sender) === 0) return false
    sendPlainPage(reply.header('Retry-After', String(reloadSeconds)), 429, oneMoment)
    return true
  }
  return {
    refuses,
    hook: async (request: FastifyRequest, reply: FastifyReply) =>
      refuses(request.ip, reply) ? reply : undefined,
  }
}

const isThisMachine = (ip: string) => ip === '::1' || networkAddress(ip).startsWith('127.')
