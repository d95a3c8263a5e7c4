import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FromMemory } from '@naic/platform/metrics/metrics.ts'
import type { PageRenderer } from './page-renderer.ts'
import type { FastifyReply } from 'fastify'
import type { CertificateLookup, PostedForm } from '#app/server-context/load-context.ts'
import { sendCompressed } from '@naic/platform/web/send-compressed.ts'
import { createNonce } from './page-headers.ts'

/** The source of the pages: a build, or the sources while developing. */
export type Site = {
  /** Sees every request first, and answers it or calls `next`. @returns what it answered with, if it did. */
  front: (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => FromMemory | undefined
  renderer: PageRenderer
  /** @returns the real path for one in other letter case; undefined if there is no such page or file. */
  realPath: (pathname: string) => string | undefined
  /**
   * Makes a rendered page ready to send: its final bytes and the headers for them.
   *
   * @param nonce that the page's own inline scripts carry.
   */
  finish: (rendered: string, nonce: string) => { html: string; headers: Record<string, string> }
}

/** Renders a page for this one request and sends it. */
export type SendPage = (
  reply: FastifyReply,
  address: string,
  posted?: PostedForm,
  certificates?: CertificateLookup,
) => Promise<FastifyReply>

export function createSendPage({ renderer, finish }: Pick<Site, 'renderer' | 'finish'>): SendPage {
  return async (reply, address, posted, certificates) => {
    const nonce = createNonce()
    const { id } = reply.request
    const rendered = await renderer.render(address, nonce, posted, certificates, id)
    // A looked-up page names a person: no shared cache may keep it.
    const kept = certificates ? 'private, no-cache' : 'no-cache'
    reply.code(rendered.status).header('Cache-Control', posted ? 'no-store' : kept)
    const type = rendered.headers.get('Content-Type') ?? 'text/html; charset=utf-8'
    for (const name of ['Location', 'X-Remix-Response']) {
      const value = rendered.headers.get(name)
      if (value) reply.header(name, value)
    }
    reply.type(type)
    if (!type.startsWith('text/html')) return reply.send(Buffer.from(await rendered.arrayBuffer()))
    const { html, headers } = finish(await rendered.text(), nonce)
    return sendCompressed(reply.request, reply.headers(headers), html)
  }
}
