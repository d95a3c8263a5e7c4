import { buffer } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type KeyPage, readErrorCode, readKeyPage } from './bucket-answers.ts'
import {
  type Body,
  type BucketPlace,
  type BucketRequest,
  exchange,
  type Patience,
} from './bucket-exchange.ts'
import { BucketUnavailable, lostOnTheWay, refusedByStore } from './bucket-fault.ts'

/** A visitor who has sent a form waits as long as this for the store, and no longer. */
const usualPatience: Patience = {
  connectMs: 3_000,
  silenceMs: 8_000,
  answerMs: 20_000,
  retryMs: 10_000,
}

/** What is kept under a key. */
export type StoredObject = {
  bytes: Readable
  /** Of this state of it; a store that speaks S3 gives another one to every other. */
  etag: string
}

/** What must be under a key for it to be written over: that state, or nothing. */
export type Condition = { etag: string } | 'nothing'

/** `'refused'`: the key is not in the state of the condition. */
export type PutResult = 'put' | 'refused' | 'conditions are not supported'

/**
 * A bucket of a store that speaks S3. What fails in passing is tried again, with longer and longer
 * pauses; all that is asked may be asked twice. Every method throws `BucketUnavailable` when it is
 * not done; after one, a put or a removal may have been done all the same, never by half.
 */
export class Bucket {
  readonly #place: BucketPlace
  readonly #patience: Patience

  constructor(place: BucketPlace, patience: Partial<Patience> = {}) {
    this.#place = place
    this.#patience = { ...usualPatience, ...patience }
  }

  /** When this says `put`, the store has all the bytes, with their hash compared, for good. */
  async put(key: string, body: Body, condition?: Condition): Promise<PutResult> {
    const headers: Record<string, string> = { 'content-type': 'application/octet-stream' }
    if (condition === 'nothing') headers['if-none-match'] = '*'
    else if (condition) headers['if-match'] = condition.etag
    try {
      await this.#ask({ method: 'PUT', key, headers, body }, async (answer) => {
        await readAll(answer)
        this.#etagOf(answer)
      })
      return 'put'
    } catch (error) {
      const { status, code } = (error as Partial<BucketUnavailable>).answer ?? {}
      // Gone meanwhile, where a state of it was asked for.
      if (condition && (status === 412 || code === 'NoSuchKey')) return 'refused'
      if (condition && status === 501) return 'conditions are not supported'
      throw error
    }
  }

  /** @returns undefined where nothing is under the key. Its bytes throw when they do not all come. */
  async get(key: string): Promise<StoredObject | undefined> {
    try {
      return await this.#ask({ method: 'GET', key }, async (answer) => ({
        etag: this.#etagOf(answer),
        bytes: Readable.from(this.#wholeBody(answer), { objectMode: false }),
      }))
    } catch (error) {
      if ((error as Partial<BucketUnavailable>).answer?.code === 'NoSuchKey') return undefined
      throw error
    }
  }

  /** Nothing under the key is no error. */
  async remove(key: string): Promise<void> {
    try {
      await this.#ask({ method: 'DELETE', key }, async (answer) => void (await readAll(answer)))
    } catch (error) {
      if ((error as Partial<BucketUnavailable>).answer?.code !== 'NoSuchKey') throw error
    }
  }

  /**
   * The keys that begin so, in their order, a page at a time.
   *
   * @param mostKeys of this page; a store may give fewer.
   */
  async list(prefix: string, mostKeys: number, continuation?: string): Promise<KeyPage> {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix,
      'max-keys': String(mostKeys),
      ...(continuation === undefined ? {} : { 'continuation-token': continuation }),
    }
    return this.#ask({ method: 'GET', key: '', query }, async (answer) => {
      const xml = await readAll(answer)
      try {
        return readKeyPage(xml)
      } catch (error) {
        throw this.#refused(answer, 'NoList', error)
      }
    })
  }

  async #ask<Value>(
    request: BucketRequest,
    read: (answer: IncomingMessage) => Promise<Value>,
  ): Promise<Value> {
    const deadline = new AbortController()
    const late = setTimeout(() => deadline.abort(), this.#patience.answerMs)
    const begun = Date.now()
    try {
      for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 2_000)) {
        try {
          return await this.#askOnce(request, read, deadline.signal)
        } catch (error) {
          const pause = pauseMs * (0.5 + Math.random() / 2)
          const isLate = Date.now() + pause - begun > this.#patience.retryMs
          if (!(error instanceof BucketUnavailable) || !error.isPassing || isLate) throw error
          await sleep(pause)
        }
      }
    } finally {
      clearTimeout(late)
    }
  }

  async #askOnce<Value>(
    request: BucketRequest,
    read: (answer: IncomingMessage) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> {
    try {
      const answer = await exchange(this.#place, request, { patience: this.#patience, signal })
      const { statusCode = 0 } = answer
      if (statusCode >= 200 && statusCode < 300) return await read(answer)
      throw this.#refused(answer, readErrorCode(await readAll(answer)))
    } catch (error) {
      if (error instanceof BucketUnavailable) throw error
      throw lostOnTheWay(this.#place.address, error as Error)
    }
  }

  /** @throws BucketUnavailable where it ends before its end. */
  async *#wholeBody(answer: IncomingMessage): AsyncGenerator<Buffer> {
    const { 'content-length': length } = answer.headers
    let bytes = 0
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        bytes += chunk.length
        yield chunk
      }
      if (length !== undefined && bytes !== Number(length)) throw new Error('it was cut short')
    } catch (error) {
      throw lostOnTheWay(this.#place.address, error as Error)
    }
  }

  /** What is no store may say "200" to everything. */
  #etagOf(answer: IncomingMessage): string {
    const { etag } = answer.headers
    if (etag) return etag
    answer.destroy()
    throw this.#refused(answer, 'NoETag')
  }

  #refused(answer: IncomingMessage, code: string, cause?: unknown): BucketUnavailable {
    const fault = refusedByStore(this.#place.address, { status: answer.statusCode ?? 0, code })
    return cause === undefined ? fault : Object.assign(fault, { cause })
  }
}

/** A thousand keys take some 300 KB; no store has more to say. */
const mostBytes = 4 * 1024 * 1024

async function readAll(answer: IncomingMessage): Promise<string> {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) answer.destroy(new Error('the answer has no end'))
  })
  return (await buffer(answer)).toString()
}
