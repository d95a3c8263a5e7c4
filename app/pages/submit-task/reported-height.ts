/** Higher than any form; whatever reports more is mistaken. */
const limitPx = 50_000

/**
 * The height that a framed form reports: a JSON string such as `{"type":"resize","height":800}`.
 *
 * @param data of a window message, from anyone.
 * @returns CSS pixels, or undefined where the message is anything else.
 */
export function reportedHeight(data: unknown): number | undefined {
  if (typeof data !== 'string') return undefined
  const message = parse(data)
  if (typeof message !== 'object' || message === null) return undefined
  const { type, height } = message as Record<string, unknown>
  if (type !== 'resize' || typeof height !== 'number') return undefined
  return height > 0 && height <= limitPx ? Math.ceil(height) : undefined
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
