import { PassThrough, type Readable } from 'node:stream'
import type { Database } from '@naic/store/database/database.ts'
import { type LiveEvents, type Subject, subjects } from '../desk-api.ts'
import { lookForChanges, type Marks } from './what-changed.ts'

/** From the end of one look into the database to the next. */
const everyMs = 2_000

/** So that a page notices when the connection is gone, and a proxy sees that it stands. */
const beatMs = 5_000

/** More windows than anybody works in. */
const mostOfOne = 10

/** Of events that a browser does not take; it is gone then, though its connection still stands. */
const mostUnread = 256 * 1024

type Asked = {
  who: string
  /** How long ago their page last knew that it shows everything, in milliseconds. */
  sinceMs: number
  /** Whether their session counts. */
  isStillIn: () => Promise<boolean>
}

/** It is told nothing before it began: then all at once. */
type Stream = Asked & { to: PassThrough; hasBegun: boolean; beatAt: number }

/**
 * Tells the desk's pages what changes, as server-sent events. One look into the database every two seconds
 * serves all of them. With each look every session is asked for again; one that has ended ends its stream. If
 * the database cannot be asked all streams end: the pages say so, and come again.
 */
export class LiveStreams {
  readonly #database: Database
  readonly #streams = new Set<Stream>()
  #marks: Marks | undefined
  /** When each was last found changed, by a clock that never jumps. */
  readonly #changedAt = new Map<Subject, number>()
  /** While anybody listens. */
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * @returns what the page reads; undefined if the person has too many open.
   * @throws `Unavailable` when the database cannot be asked.
   */
  async open(asked: Asked): Promise<Readable | undefined> {
    const own = [...this.#streams].filter(({ who }) => who === asked.who)
    if (own.length >= mostOfOne || this.#isClosed) return undefined
    const to = new PassThrough()
    const now = performance.now()
    const stream: Stream = { ...asked, to, hasBegun: false, beatAt: now }
    this.#streams.add(stream)
    to.once('close', () => this.#streams.delete(stream))
    try {
      // From a look on, every change is told; and of those before it, what this page may have missed.
      this.#looking ??= this.#look()
      await this.#looking
    } catch (error) {
      to.destroy()
      throw error
    }
    const since = now - asked.sinceMs - 2 * everyMs
    const of = subjects.filter((subject) => (this.#changedAt.get(subject) ?? -Infinity) >= since)
    stream.hasBegun = true
    send(stream, 'changed', { of })
    return to
  }

  /** How many are open. */
  get count(): number {
    return this.#streams.size
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const { to } of this.#streams) to.end()
    await this.#looking?.catch(() => undefined)
  }

  /** And again and again, as long as somebody listens. */
  async #look(): Promise<void> {
    try {
      this.#tellChanges(await lookForChanges(this.#database))
      await Promise.all([...this.#streams].map((stream) => this.#keepUp(stream)))
      if (this.#streams.size === 0 || this.#isClosed) this.#looking = undefined
      else this.#timer = setTimeout(() => this.#lookAgain(), everyMs).unref()
    } catch (error) {
      this.#looking = undefined
      for (const { to } of this.#streams) to.end()
      throw error
    }
  }

  #lookAgain(): void {
    this.#looking = this.#look()
    // Every page notices that its stream has ended.
    this.#looking.catch(() => undefined)
  }

  #tellChanges(marks: Marks): void {
    const before = this.#marks
    this.#marks = marks
    const of = subjects.filter((subject) => before?.[subject] !== marks[subject])
    if (of.length === 0) return
    for (const subject of of) this.#changedAt.set(subject, performance.now())
    for (const stream of this.#streams) send(stream, 'changed', { of })
  }

  async #keepUp(stream: Stream): Promise<void> {
    if (!(await stream.isStillIn())) return void stream.to.end()
    const now = performance.now()
    const { readableLength, writableLength } = stream.to
    if (readableLength + writableLength > mostUnread) return void stream.to.destroy()
    if (now - stream.beatAt >= beatMs) {
      stream.beatAt = now
      send(stream, 'beat', {})
    }
  }
}

function send<Name extends keyof LiveEvents>(
  { to, hasBegun }: Stream,
  name: Name,
  data: LiveEvents[Name],
): void {
  if (hasBegun && !to.writableEnded) to.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
