import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What somebody agrees to is what they were shown: each thing that is shown before it is done has a
 * seal, and is done for whoever brings that seal back. Its key is this process's alone, so that the seal
 * of something cannot be made by who was not shown it, even if they know all that is in it.
 */
export class ShownSeals {
  readonly #key = randomBytes(32)

  /** @param shown all that would be done, as JSON; equal things have their keys in one order. */
  of(shown: unknown): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(shown)).digest('base64url')
  }
}

/** Takes as long whatever is given. */
export function isSameSeal(seal: string, given: string): boolean {
  const [right, other] = [Buffer.from(seal), Buffer.from(given)]
  return right.length === other.length && timingSafeEqual(right, other)
}
