const mostKept = 200
const mostWaiting = 10

/**
 * What is drawn when it is asked for, one at a time. Those asked for last are kept: whoever previews
 * a link often does so from many machines at once.
 */
export class KeptDrawings<Asked> {
  readonly #drawOne: (asked: Asked) => Promise<Buffer>
  readonly #kept = new Map<string, Promise<Buffer>>()
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(drawOne: (asked: Asked) => Promise<Buffer>) {
    this.#drawOne = drawOne
  }

  /**
   * @param id of what is asked for, which is the same for the same drawing.
   * @throws when too many wait for theirs already, or it cannot be drawn.
   */
  of(id: string, asked: Asked): Promise<Buffer> {
    const kept = this.#kept.get(id)
    if (!kept && this.#waiting >= mostWaiting) {
      return Promise.reject(new Error('Too many wait for what is to be drawn.'))
    }
    const drawing = kept ?? this.#draw(id, asked)
    // Put back at the end: the first of a Map is the one that was longest not asked for.
    this.#kept.delete(id)
    this.#kept.set(id, drawing)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
    return drawing
  }

  #draw(id: string, asked: Asked): Promise<Buffer> {
    this.#waiting += 1
    const drawing = this.#last.then(() => this.#drawOne(asked))
    this.#last = drawing
      .catch(() => this.#kept.delete(id))
      .finally(() => {
        this.#waiting -= 1
      })
    return drawing
  }
}
