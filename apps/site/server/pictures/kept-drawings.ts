/** So many are kept, until there are more. All are forgotten so often: a holder may be erased by another process. */
const mostKept = 400
const forgottenMs = 15 * 60_000

/**
 * `ofAll` and `ofOneNetwork`: how many may wait. `waitMs`: how long for a turn. With the drawing that is
 * less than the minute after which a silent connection is closed.
 */
const bounds = { ofAll: 300, ofOneNetwork: 100, waitMs: 45_000 }
export type Bounds = typeof bounds

/** A sender. `gone` aborts when the connection closes. */
export type Asker = { network: string; gone: AbortSignal }

type Place<Asked> = PromiseWithResolvers<Buffer> & {
  id: string
  asked: Asked
  network: string
  turn: number
}

/**
 * Draws on request, one drawing at a time, and keeps what it drew: previews of a link often come from
 * many machines at once.
 *
 * Each place in the line has the turn after the one before it of the same network, so that a long list holds up
 * others no more than a single drawing. If too many wait, the last in line goes: the network with most gives one up.
 */
export class KeptDrawings<Asked> {
  readonly #drawOne: (asked: Asked) => Promise<Buffer>
  readonly #bounds: Bounds
  readonly #kept = new Map<string, Promise<Buffer>>()
  /** By their turns; those of one turn as they came. */
  #line: Place<Asked>[] = []
  #turn = 0
  #isDrawing = false

  constructor(drawOne: (asked: Asked) => Promise<Buffer>, given: Partial<Bounds> = {}) {
    this.#drawOne = drawOne
    this.#bounds = { ...bounds, ...given }
    setInterval(() => this.#kept.clear(), forgottenMs).unref()
  }

  /**
   * @param id the same for the same drawing.
   * @throws when too many wait, its turn does not come in time, or it cannot be drawn.
   */
  async of(id: string, asked: Asked, { network, gone }: Asker): Promise<Buffer> {
    const kept = this.#kept.get(id)
    if (kept) return kept
    gone.throwIfAborted()
    const own = this.#line.filter((place) => place.network === network)
    if (own.length >= this.#bounds.ofOneNetwork) throw new Error(tooMany)

    const turn = Math.max(this.#turn, own.at(-1)?.turn ?? 0) + 1
    const place = { id, asked, network, turn, ...Promise.withResolvers<Buffer>() }
    this.#line = [...this.#line, place].toSorted((one, other) => one.turn - other.turn)
    if (this.#line.length > this.#bounds.ofAll) this.#line.pop()?.reject(new Error(tooMany))

    const leave = (why: string) => {
      this.#line = this.#line.filter((other) => other !== place)
      place.reject(new Error(why))
    }
    const tooLong = setTimeout(leave, this.#bounds.waitMs, 'It waited too long for its turn.')
    const left = () => leave('The connection was closed.')
    gone.addEventListener('abort', left)
    void this.#drawNext()
    return place.promise.finally(() => {
      clearTimeout(tooLong)
      gone.removeEventListener('abort', left)
    })
  }

  async #drawNext(): Promise<void> {
    const [next] = this.#line
    if (!next || this.#isDrawing) return
    this.#isDrawing = true
    this.#turn = next.turn
    const drawing = this.#drawOne(next.asked)
    if (this.#kept.size >= mostKept) this.#kept.clear()
    this.#kept.set(next.id, drawing)
    for (const { id, resolve } of this.#line) if (id === next.id) resolve(drawing)
    this.#line = this.#line.filter(({ id }) => id !== next.id)
    await drawing.catch(() => this.#kept.delete(next.id))
    this.#isDrawing = false
    void this.#drawNext()
  }
}

const tooMany = 'Too many drawings are waiting.'
