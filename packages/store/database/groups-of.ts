/**
 * Splits values that a statement looks for into groups of one size, so that the engine prepares one
 * statement for all. The last group is filled up with its first value again.
 */
export function* groupsOf<Value>(values: readonly Value[], size: number): Generator<Value[]> {
  for (let at = 0; at < values.length; at += size) {
    yield Array.from({ length: size }, (_, of) => values[at + of] ?? (values[at] as Value))
  }
}
