/** So many are named; of a million, nobody reads more. */
const mostNamed = 20

/** What is wrong, for the operator: a sentence each. */
export class Faults {
  readonly #named: string[] = []
  #count = 0

  add(...sentences: string[]): void {
    this.#count += sentences.length
    this.#named.push(...sentences.slice(0, mostNamed - this.#named.length))
  }

  get count(): number {
    return this.#count
  }

  get sentences(): string[] {
    const others = this.#count - this.#named.length
    return others > 0 ? [...this.#named, `And ${others} more.`] : this.#named
  }
}
