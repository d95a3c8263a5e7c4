/**
 * A request that is refused for a reason that is nobody's field. Answered as
 * `{"detail": …}`, or as a page where a browser posted a form.
 */
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
