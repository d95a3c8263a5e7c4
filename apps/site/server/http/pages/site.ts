import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FromMemory } from '@naic/platform/metrics/metrics.ts'
import type { FinishedPage } from './finish-page.ts'
import type { CertificatePage } from './kept-certificate-page.ts'
import type { PageRenderer } from './page-renderer.ts'
import type { FastifyReply } from 'fastify'
import pLimit from 'p-limit'
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
  renderer: Pick<PageRenderer, 'render'>
  /** @returns the real path for one in other letter case; undefined if there is no such page or file. */
  realPath: (pathname: string) => string | undefined | Promise<string | undefined>
  /**
   * Makes a rendered page ready to send: its final bytes and the headers for them.
   *
   * @param nonce that the page's own inline scripts carry.
   */
  finish: (rendered: string, nonce: string) => FinishedPage
  /** In place of rendering, where the pages do not change. */
  certificatePage?: CertificatePage
}

/** Pages that answer posted forms are large, and so many are made at a time. */
const inTurn = pLimit(2)

/** Renders a page for this one request and sends it. */
export type SendPage = (
  reply: FastifyReply,
  address: string,
  posted?: PostedForm,
  certificates?: CertificateLookup,
) => Promise<FastifyReply>

export function createSendPage({
  renderer,
  finish,
  certificatePage,
}: Pick<Site, 'renderer' | 'finish' | 'certificatePage'>): SendPage {
  return async (reply, address, posted, certificates) => {
    const nonce = createNonce()
    // A looked-up page names a person: no shared cache may keep it.
    const kept = posted ? 'no-store' : certificates ? 'private, no-cache' : 'no-cache'
    const send = ({ html, headers }: FinishedPage, type: string) => {
      reply.headers({ ...headers, 'Cache-Control': kept }).type(type)
      return sendCompressed(reply.request, reply, html)
    }

    const [, asked] = ofCertificate.exec(address) ?? []
    const found = asked === undefined ? undefined : await certificates?.(asked)
    const page = found?.state === 'found' ? await certificatePage?.(found, nonce) : undefined
    if (page) return send(page, 'text/html; charset=utf-8')

    const lookUp = found ? () => Promise.resolve(found) : certificates
    const make = async () => {
      const rendered = await renderer.render(address, nonce, posted, lookUp, reply.request.id)
      const type = rendered.headers.get('Content-Type') ?? 'text/html; charset=utf-8'
      const isPage = type.startsWith('text/html')
      return { rendered, type, page: isPage ? finish(await rendered.text(), nonce) : undefined }
    }
    // Only until it is made: of answers on one connection, one that waits here may have to leave first.
    const { rendered, type, page: made } = await (posted ? inTurn(make) : make())
    reply.code(rendered.status)
    for (const name of ['Location', 'X-Remix-Response']) {
      const value = rendered.headers.get(name)
      if (value) reply.header(name, value)
    }
    if (made) return send(made, type)
    return reply
      .header('Cache-Control', kept)
      .type(type)
      .send(Buffer.from(await rendered.arrayBuffer()))
  }
}

/** With its ID as it is written. Any other way to write it is rendered. */
const ofCertificate = /^\/verify\/([A-Z0-9]{1,15})$/
