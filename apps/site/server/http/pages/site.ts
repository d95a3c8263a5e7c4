import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import pLimit from 'p-limit'
import type { Asked, RenderedPage } from '#app/render-page.tsx'
import {
  type CertificateLookup,
  noLookup,
  type PostedForm,
} from '#app/server-context/load-context.ts'
import type { Config } from '@naic/house/config.ts'
import { sendCompressed } from '@naic/house/web/send-compressed.ts'
import { contentSecurityPolicy, fetchAheadPath } from './page-headers.ts'

/** The source of the pages: a build, or the sources while developing. */
export type Site = {
  /** Sees every request first, and answers it and tells with what, or calls `next`. */
  front: (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
    answered: (what: 'page' | 'file') => void,
  ) => void
  /** Renders a page for one request. */
  render: (asked: Asked) => Promise<FinishedPage>
  /** @returns the addresses of all pages and files, such as "/verify/:id?" (`real-path.ts`). */
  patterns: () => readonly string[] | Promise<readonly string[]>
}

export type FinishedPage = { status: number; html: string; headers: Record<string, string> }

/** @param styles the rules that the page begins with. */
export function finishPage(
  { status, before, after }: RenderedPage,
  styles: string,
  config: Pick<Config, 'taskFormUrl'>,
): FinishedPage {
  const html = `${before}${styles && `<style>${styles}</style>`}${after}`
  return {
    status,
    html,
    headers: {
      'Content-Security-Policy': contentSecurityPolicy(before, styles, config),
      // A browser that is to save data fetches nothing ahead.
      'Speculation-Rules': `"${fetchAheadPath}"`,
    },
  }
}

/** Pages that answer posted forms are large, and so many are made at a time. */
const inTurn = pLimit(2)

export type SendPage = (
  reply: FastifyReply,
  address: string,
  posted?: PostedForm,
  certificates?: CertificateLookup,
) => Promise<FastifyReply>

export const createSendPage =
  ({ render }: Pick<Site, 'render'>): SendPage =>
  async (reply, address, posted, certificates) => {
    const asked: Asked = {
      ...addressOf(address),
      posted,
      certificates: certificates ?? noLookup,
      reference: reply.request.id,
    }
    // Only until it is made: of answers on one connection, one that waits here may have to leave first.
    const make = () => render(asked)
    const { status, html, headers } = await (posted ? inTurn(make) : make())
    reply
      .code(status)
      .headers(headers)
      // A looked-up page names a person: no shared cache may keep it.
      .header(
        'Cache-Control',
        posted ? 'no-store' : certificates ? 'private, no-cache' : 'no-cache',
      )
      .type('text/html; charset=utf-8')
    return sendCompressed(reply.request, reply, html)
  }

/** @param url of a request. @returns its path without a slash at its end, and its query with the question mark. */
export function addressOf(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  const [pathname, search] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  return { path: pathname.replace(/(?<=.)\/$/, ''), search }
}
