import { multipart, type Part } from '#test/support/start-api.ts'
import { boundary, type HostileRequest, request, rightBody, rightParts } from './hostile-request.ts'

/** Something that nobody honest sends, and what may come of it. */
export type HostileCase = {
  what: string
  /** What may be answered first; 0 stands for a connection that is closed without an answer. */
  statuses: readonly number[]
  /** Whether every run sends it many hundred times, and not the long ones only. */
  isOften: boolean
  requestTo: (way: string) => HostileRequest
}

/** What a page and the API answer where they keep what was sent. */
export const accepted = [200, 201]

const hostileCase =
  (isOften: boolean) =>
  (
    what: string,
    statuses: readonly number[],
    requestTo: HostileCase['requestTo'],
  ): HostileCase => ({ what, statuses, isOften, requestTo })

export const once = hostileCase(false)
export const often = hostileCase(true)

/** A right body under a head that is not. */
export const under =
  (head: Parameters<typeof request>[2]) =>
  (way: string): HostileRequest => ({
    pieces: [request(way, rightBody(way), head)],
  })

/** A right body to which parts are added, before its own. */
export const withParts =
  (parts: readonly Part[]) =>
  (way: string): HostileRequest => ({
    pieces: [request(way, multipart([...parts, ...rightParts(way)], boundary))],
  })

/** A right body as text, in which something is replaced. */
export const rewritten =
  (rewrite: (body: string) => string) =>
  (way: string): HostileRequest => ({
    pieces: [request(way, Buffer.from(rewrite(rightBody(way).toString('latin1')), 'latin1'))],
  })
