import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Unavailable } from '@naic/store/unavailable.ts'

/** A refused request, answered by {@link sendProblem}, or as a page if a browser posted a form. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly statusCode: number
  readonly headers: Record<string, string>

  /** @param detail a sentence for a person: what is wrong and what to do. */
  constructor(statusCode: number, detail: string, headers: Record<string, string> = {}) {
    super(detail)
    this.statusCode = statusCode
    this.headers = headers
  }
}

/** A refusal of what may be asked again after a time. */
export const tryAgain = (
  status: number,
  detail: string,
  waitMs: number,
  headers: Record<string, string> = {},
): Refusal =>
  new Refusal(status, detail, { ...headers, 'Retry-After': String(Math.ceil(waitMs / 1_000)) })

/** What went wrong, for a program (RFC 9457). There is no `type`: the status says what it is. */
export const problemOf = (status: number, detail: string) => {
  return { detail, status, title: STATUS_CODES[status] ?? 'Error' }
}

/** Answers with a {@link problemOf}. @param more members of this problem alone. */
export const sendProblem = (
  reply: FastifyReply,
  status: number,
  detail: string,
  more: Record<string, unknown> = {},
): FastifyReply =>
  reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send({ ...problemOf(status, detail), ...more })

/** Any error as a person is told of it: no file, path or host, and of our own fault its number in the log. */
export function describeFailure(error: unknown, requestId: string): Refusal {
  const { statusCode, message, headers } = toRefusal(error)
  const reference = statusCode < 500 ? '' : ` Reference: ${requestId}.`
  return new Refusal(statusCode, message + reference, headers)
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Unavailable) {
    return tryAgain(
      503,
      'We could not store this just now. Nothing was saved. Please send it again in a few minutes.',
      60_000,
    )
  }
  // Fastify's errors carry their status.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500
    ? new Refusal(status, details[status] ?? details[400])
    : new Refusal(500, details[500])
}

const details = {
  400: 'The request could not be understood. Please reload the page and try again.',
  404: 'There is nothing at this address.',
  408: 'The request took too long to arrive. Please send it again.',
  413: 'The request is too large.',
  415: 'Please send the form as multipart/form-data.',
  431: 'The request has too many headers.',
  500: 'Something went wrong on our side. Please try again in a few minutes.',
} as Record<number, string> & { 400: string; 500: string }
