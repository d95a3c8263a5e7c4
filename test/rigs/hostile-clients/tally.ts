/** How often what came of which kind of request. */
export class Tally {
  readonly #kinds = new Map<string, Map<string, number>>()

  add(kind: string, outcome: string | number): void {
    const outcomes = this.#kinds.get(kind) ?? new Map<string, number>()
    this.#kinds.set(kind, outcomes)
    outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1)
  }

  count(kind: string, outcome: string | number): number {
    return this.#kinds.get(kind)?.get(String(outcome)) ?? 0
  }

  /** One line a kind. */
  toString(): string {
    return [...this.#kinds]
      .map(([kind, outcomes]) => {
        const counts = [...outcomes].sort(([a], [b]) => a.localeCompare(b))
        const all = counts.reduce((sum, [, count]) => sum + count, 0)
        return `  ${kind}: ${all} (${counts.map(([outcome, n]) => `${outcome}: ${n}`).join(', ')})`
      })
      .join('\n')
  }
}
