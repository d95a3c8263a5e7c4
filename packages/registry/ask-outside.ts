import { type Bytes, concat } from '@naic/ledger/format/bytes.ts'

const patienceMs = 20_000

export type OutsideAnswer = { status: number; type: string | null; bytes: Bytes }

/**
 * Asks a server of somebody else, such as a calendar or a witness. It is not followed to another
 * address, and its answer may neither take long nor be long.
 *
 * @param longest answer, in bytes.
 * @param stop breaks it off.
 * @returns the answer, whatever its status; or why there is none.
 */
export async function askOutside(
  address: string,
  request: { method: string; headers: Record<string, string>; body?: Bytes | string },
  longest: number,
  stop: AbortSignal,
): Promise<OutsideAnswer | { failed: string }> {
  try {
    const response = await fetch(address, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(patienceMs)]),
    })
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of response.body ?? []) {
      length += part.length
      if (length > longest) return { failed: 'Its answer is too long.' }
      parts.push(part)
    }
    const type = response.headers.get('Content-Type')
    return { status: response.status, type, bytes: concat(...parts) }
  } catch (error) {
    const { message, cause } = error as Error
    return { failed: cause instanceof Error ? cause.message : message }
  }
}
