import { randomInt } from 'node:crypto'
import { drawnLength, drawnSigns } from '#credential/id-format.ts'
import type { Database } from '#server/database/database.ts'

const valuesAtATime = 64

/** @returns an id such as "NAIC26K7M2P9XQ". @param year four digits. */
export function drawId(year: string): string {
  const drawn = Array.from({ length: drawnLength }, () =>
    drawnSigns.charAt(randomInt(drawnSigns.length)),
  )
  return `NAIC${year.slice(2)}${drawn.join('')}`
}

/**
 * Draws at random what no certificate has yet.
 *
 * @param draws one for each value wanted; called again where its value is taken.
 * @param reserved values that are as good as taken.
 * @returns as many values, all different.
 */
export async function drawUnused<Value extends string | number>(
  database: Database,
  column: 'id' | 'status_index',
  draws: readonly (() => Value)[],
  reserved: readonly Value[] = [],
): Promise<Value[]> {
  const others = new Set(reserved)
  const drawn = new Map<Value, number>()
  let wanted = draws.map((_, at) => at)
  while (wanted.length > 0) {
    const fresh = new Map<Value, number>()
    for (const at of wanted) {
      const value = draws[at]?.()
      if (value === undefined || others.has(value)) continue
      if (!drawn.has(value) && !fresh.has(value)) fresh.set(value, at)
    }
    for (const taken of await takenOf(database, column, [...fresh.keys()])) fresh.delete(taken)
    for (const [value, at] of fresh) drawn.set(value, at)
    const found = new Set(fresh.values())
    wanted = wanted.filter((at) => !found.has(at))
  }
  return [...drawn].sort(([, one], [, other]) => one - other).map(([value]) => value)
}

/** @returns those of the values that a certificate has. */
export async function takenOf<Value extends string | number>(
  { build, read }: Database,
  column: 'id' | 'status_index',
  values: readonly Value[],
): Promise<Set<Value>> {
  const taken = new Set<Value>()
  for (let at = 0; at < values.length; at += valuesAtATime) {
    const some = values.slice(at, at + valuesAtATime)
    const first = some[0] as Value
    while (some.length < valuesAtATime) some.push(first)
    const query = build
      .selectFrom('certificate')
      .select(column)
      .where(column, 'in', some as never[])
    for (const row of await read(query.compile())) taken.add(row[column] as Value)
  }
  return taken
}
