import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FromMemory } from '#server/metrics/metrics.ts'
import type { PageRenderer } from './page-renderer.ts'

/** Where the pages come from: from a build, or from the sources while developing. */
export type Site = {
  /**
   * Sees every request first, and answers it or calls `next`.
   *
   * @returns what it answered with, if it did.
   */
  front: (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => FromMemory | undefined
  renderer: PageRenderer
  /**
   * @returns the path of the page or file that a path in other letter case means: the path itself
   *   if it is right, and undefined if there is none.
   */
  realPath: (pathname: string) => string | undefined
  /**
   * Makes a rendered page ready to be sent: its last bytes and the headers that belong to them.
   *
   * @param nonce that the page's own inline scripts carry.
   */
  finish: (rendered: string, nonce: string) => { html: string; headers: Record<string, string> }
}
