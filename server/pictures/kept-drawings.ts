import type { Worker } from 'node:worker_threads'

const mostKept = 200
const mostWaiting = 10

/**
 * What is drawn when it is asked for, one at a time. Those asked for last are kept: whoever previews
 * a link often does so from many machines at once.
 */
export class KeptDrawings<Asked> {
  readonly #start: (asked: Asked) => Worker
  readonly #kept = new Map<string, Promise<Buffer>>()
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  /** @param start gives a thread that posts the drawing's bytes and ends. */
  constructor(start: (asked: Asked) => Worker) {
    this.#start = start
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
    const drawing = this.#last.then(() => bytesFrom(this.#start(asked)))
    this.#last = drawing
      .catch(() => this.#kept.delete(id))
      .finally(() => {
        this.#waiting -= 1
      })
    return drawing
  }
}

function bytesFrom(worker: Worker): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let drawing: Buffer | undefined
    worker.on('message', (bytes: Uint8Array) => {
      drawing = Buffer.from(bytes)
    })
    worker.on('error', reject)
    worker.on('exit', () =>
      drawing ? resolve(drawing) : reject(new Error('The thread drew nothing.')),
    )
  })
}
