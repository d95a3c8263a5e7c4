/** What a loader or the server refuses a page with, such as 404. */
export class ErrorResponse {
  readonly status: number
  readonly data: unknown

  constructor(status: number, data: unknown = null) {
    this.status = status
    this.data = data
  }
}

/** By route: what its loader on the server gave, or why it gave nothing. */
export type LoaderResults = Record<string, { data: unknown } | { error: unknown }>

/**
 * Asks the server for the data of a page.
 *
 * @param page path and query.
 * @throws ErrorResponse of an answer without data, such as a proxy's; TypeError if none came.
 */
export async function fetchRouteData(page: URL, signal: AbortSignal): Promise<LoaderResults> {
  // React Router's name for the data of an address that ends with a slash.
  const path = page.pathname.replace(/\/$/, '/_')
  const answer = await fetch(`${path}.data${page.search}`, { signal })
  const isData = answer.headers.get('Content-Type')?.startsWith('text/x-script')
  if (!isData) throw new ErrorResponse(answer.status)
  return readRouteData(await answer.text()) as LoaderResults
}

/**
 * Reads how React Router writes data: a list in which objects and arrays name their parts by their
 * place, and nothing, and what is undefined, by a number below zero.
 *
 * @throws SyntaxError for what no loader of ours gives, such as a promise or a date.
 */
export function readRouteData(text: string): unknown {
  const values: unknown[] = JSON.parse(text)
  const read = new Map<number, unknown>()
  const at = (place: number): unknown => {
    if (place === -7) return undefined
    if (place === -5) return null
    if (place < 0) throw new SyntaxError(`React Router wrote ${place}.`)
    if (!read.has(place)) read.set(place, readValue(values[place], at))
    return read.get(place)
  }
  return at(0)
}

function readValue(value: unknown, at: (place: number) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, place]) => [at(Number(key.slice(1))), at(place)]))
  }
  if (typeof value[0] !== 'string') return value.map(at)
  const [kind, ...places] = value
  if (kind === 'ErrorResponse') {
    const [data, status] = places.map(at)
    return new ErrorResponse(Number(status), data)
  }
  // Its message stays on the server.
  if (kind === 'SanitizedError') return new Error(String(at(places[1])))
  throw new SyntaxError(`React Router wrote ${kind}.`)
}
