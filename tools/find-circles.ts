import type { Import } from './read-imports.ts'

/** @returns a shortest circle through each file that is in one, each circle once. */
export function findCircles(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to])
  const found = new Map<string, string[]>()
  for (const start of next.keys()) {
    const way = shortestWay(start, next)
    if (way) found.set(way.toSorted().join(), way)
  }
  return [...found.values()]
}

/** From a file back to itself. */
function shortestWay(start: string, next: ReadonlyMap<string, string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const waiting = [start]
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const to of next.get(file) ?? []) {
      if (to === start) return wayTo(file, start, cameFrom)
      if (cameFrom.has(to)) continue
      cameFrom.set(to, file)
      waiting.push(to)
    }
  }
  return undefined
}

function wayTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end]
  while (way[0] !== start) way.unshift(cameFrom.get(way[0] ?? '') ?? start)
  return way
}
