import { Worker } from 'node:worker_threads'
import type { CertificateFacts } from '#credential/credential.ts'
import type { Asked } from './picture-worker.ts'

const mostKept = 200
const mostWaiting = 10

/**
 * The share pictures of certificates, drawn when they are asked for, one at a time. Those asked
 * for last are kept: whoever previews a link often does so from many machines at once.
 */
export class CertificatePictures {
  readonly #siteUrl: string
  readonly #kept = new Map<string, Promise<Buffer>>()
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  /** @param siteUrl where the pictures say that certificates can be checked. */
  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl
  }

  /**
   * @param facts of a certificate as it was issued; they never change.
   * @returns PNG.
   * @throws when too many wait for theirs already, or it cannot be drawn.
   */
  of(facts: CertificateFacts): Promise<Buffer> {
    const kept = this.#kept.get(facts.id)
    if (!kept && this.#waiting >= mostWaiting) {
      return Promise.reject(new Error('Too many share pictures wait to be drawn.'))
    }
    const picture = kept ?? this.#draw(facts)
    // Put back at the end: the first of a Map is the one that was longest not asked for.
    this.#kept.delete(facts.id)
    this.#kept.set(facts.id, picture)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
    return picture
  }

  #draw(facts: CertificateFacts): Promise<Buffer> {
    this.#waiting += 1
    const picture = this.#last.then(() => drawInThread({ facts, siteUrl: this.#siteUrl }))
    this.#last = picture
      .catch(() => this.#kept.delete(facts.id))
      .finally(() => {
        this.#waiting -= 1
      })
    return picture
  }
}

/**
 * A thread for each picture, because its end frees what resvg holds: 3 MB a picture, of which the
 * garbage collector knows nothing (https://github.com/thx/resvg-js/issues/216). In one thread that
 * stays, the process grows to hundreds of MB.
 */
function drawInThread(asked: Asked): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let picture: Buffer | undefined
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), {
      workerData: asked,
    })
    worker.on('message', (png: Uint8Array) => {
      picture = Buffer.from(png)
    })
    worker.on('error', reject)
    worker.on('exit', () =>
      picture ? resolve(picture) : reject(new Error('The thread drew nothing.')),
    )
  })
}
