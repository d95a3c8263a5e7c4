const mostKept = 400
/** All are forgotten so often: a holder may be erased meanwhile, by another process. */
const forgottenMs = 15 * 60_000

/**
 * `ofAll` and `ofOneNetwork`: how many may wait. `waitMs`: how long for a turn. With the drawing that is
 * less than the minute after which a silent connection is closed.
 */
const bounds = { ofAll: 300, ofOneNetwork: 100, waitMs: 45_000 }
export type Bounds = typeof bounds

/** A sender. `gone` aborts when the connection closes. */
export type Asker = { network: string; gone: AbortSignal }

type Place<Asked> = {
  id: string
  asked: Asked
  network: string
  drawn: (drawing: Promise<Buffer>) => void
  refused: (why: string) => void
}

/**
 * Draws on request, one drawing at a time, and keeps the last ones: previews of a link often come from
 * many machines at once.
 *
 * Networks take turns, so that one with a long list holds up others no more than one with a single
 * drawing. If all places are taken, the network with most gives one up.
 */
export class KeptDrawings<Asked> {
  readonly #drawOne: (asked: Asked) => Promise<Buffer>
  readonly #bounds: Bounds
  readonly #kept = new Map<string, Promise<Buffer>>()
  /** Senders who wait, by network. The first network has the next turn. */
  readonly #lines = new Map<string, Set<Place<Asked>>>()
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
    if (kept) {
      this.#keep(id, kept)
      return kept
    }
    gone.throwIfAborted()
    if (!this.#makeRoom(network)) throw new Error(tooMany)

    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const refused = (why: string) => reject(new Error(why))
    const place = { id, asked, network, drawn: resolve, refused }
    this.#enter(place)
    const leave = (why: string) => () => {
      this.#leave(place)
      refused(why)
    }
    const tooLong = setTimeout(leave('It waited too long for its turn.'), this.#bounds.waitMs)
    const left = leave('The connection was closed.')
    gone.addEventListener('abort', left)
    this.#drawNext()
    try {
      return await promise
    } finally {
      clearTimeout(tooLong)
      gone.removeEventListener('abort', left)
    }
  }

  #drawNext(): void {
    const [first] = this.#lines
    if (!first || this.#isDrawing) return
    const [network, line] = first
    const [place] = line
    if (!place) return
    // Behind the others.
    this.#lines.delete(network)
    this.#lines.set(network, line)

    const { id, asked } = place
    this.#isDrawing = true
    const drawing = this.#drawOne(asked)
    this.#keep(id, drawing)
    for (const same of this.#places().filter((each) => each.id === id)) {
      this.#leave(same)
      same.drawn(drawing)
    }
    void drawing
      .catch(() => this.#kept.delete(id))
      .finally(() => {
        this.#isDrawing = false
        this.#drawNext()
      })
  }

  /** Puts it at the end: the first of a Map is the one not asked for longest. */
  #keep(id: string, drawing: Promise<Buffer>): void {
    this.#kept.delete(id)
    this.#kept.set(id, drawing)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
  }

  /** @returns whether the network may have one place more. */
  #makeRoom(network: string): boolean {
    const own = this.#lines.get(network)?.size ?? 0
    if (own >= this.#bounds.ofOneNetwork) return false
    if (this.#places().length < this.#bounds.ofAll) return true
    const lines = [...this.#lines.values()]
    const longest = lines.reduce((one, other) => (other.size > one.size ? other : one))
    const last = [...longest].at(-1)
    if (!last || longest.size <= own + 1) return false
    this.#leave(last)
    last.refused(tooMany)
    return true
  }

  #places = (): Place<Asked>[] => [...this.#lines.values()].flatMap((line) => Array.from(line))

  #enter(place: Place<Asked>): void {
    const line = this.#lines.get(place.network) ?? new Set()
    this.#lines.set(place.network, line.add(place))
  }

  #leave(place: Place<Asked>): void {
    const line = this.#lines.get(place.network)
    line?.delete(place)
    if (line?.size === 0) this.#lines.delete(place.network)
  }
}

const tooMany = 'Too many drawings are waiting.'
