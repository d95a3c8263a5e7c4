/** Higher than any form; whatever reports more is mistaken. */
const limitPx = 50_000

/**
 * The height that a framed form reports: a JSON string such as `{"type":"resize","height":800}`.
 * Some forms send the number as text, "800": that counts, as decimal digits only and with
 * blanks around it.
 *
 * @param data of a window message, from anyone.
 * @returns CSS pixels, or undefined where the message is anything else.
 */
export function reportedHeight(data: unknown): number | undefined {
  if (typeof data !== 'string') return undefined
  const message = parse(data)
  if (typeof message !== 'object' || message === null) return undefined
  const { type, height } = message as Record<string, unknown>
  if (type !== 'resize') return undefined
  const pixels = numberIn(height)
  return pixels > 0 && pixels <= limitPx ? Math.ceil(pixels) : undefined
}

/** @returns NaN for whatever is neither a number nor one written out. */
function numberIn(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : NaN
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
