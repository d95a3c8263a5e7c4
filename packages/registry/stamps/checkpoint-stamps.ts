import { type Bytes, concat, toBase64, toHex, utf8 } from '@naic/ledger/format/bytes.ts'
import { sha256 } from '@naic/ledger/format/cryptography.ts'
import {
  type Attestation,
  calendarAddress,
  followTimestamp,
  formatTimestamp,
  parseTimestamp,
  replaceAttestations,
  type Timestamp,
} from '@naic/ledger/format/opentimestamps.ts'
import type { Database } from '@naic/platform/database/database.ts'
import type { Log } from '@naic/platform/log.ts'
import { heightOf, readTimestamp } from './find-stamp.ts'
import type { TransparencyLog } from '../log/transparency-log.ts'

const minuteMs = 60_000
const roundEveryMs = 10 * minuteMs
/** Blocks come every ten minutes, and calendars wait for some of them. */
const stampEveryMs = 60 * minuteMs
/** A calendar that has not kept its promise by then will not. */
const promiseMs = 14 * 24 * 60 * minuteMs

/** Of one stamp; an honest calendar makes one. */
const mostPromises = 4

type Parts = {
  database: Database
  transparencyLog: TransparencyLog
  log: Log
  /** Addresses of the calendars; without any, nothing is stamped. */
  calendars: readonly string[]
}

/**
 * Has the log's newest checkpoint stamped into Bitcoin, once an hour at most, and asks for the
 * blocks that were promised. Issuing does not wait for it: a checkpoint's stamp says that
 * everything in the log up to there existed before the block.
 */
export class CheckpointStamps {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    if (this.#parts.calendars.length > 0) this.#next()
  }

  /** Breaks off what is asked just now; the next start asks again. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#round
  }

  #next(): void {
    this.#round = this.round().finally(() => {
      if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => this.#next(), roundEveryMs)
    })
  }

  /** One round: stamps what is new, asks for what was promised. Never throws. */
  async round(now = new Date()): Promise<void> {
    try {
      await this.#stampNewest(now)
      await this.#askForBlocks(now)
    } catch (error) {
      this.#parts.log.error({ reason: (error as Error).message }, 'stamps: the round broke off')
    }
  }

  async #stampNewest(now: Date): Promise<void> {
    const { database, transparencyLog, calendars } = this.#parts
    const { build, read, atomic } = database
    const { size, note } = await transparencyLog.begunHead()
    const newest = build
      .selectFrom('log_stamp')
      .selectAll()
      .orderBy('size', 'desc')
      .orderBy('stamped_at', 'desc')
      .limit(1)
    const [last] = await read(newest.compile())
    const age = last ? now.getTime() - Date.parse(last.stamped_at) : Infinity
    const isStamped = last?.size === size && (last.block !== null || age < promiseMs)
    if (isStamped || age < stampEveryMs) return

    const digest = await sha256(utf8(note))
    for (const calendar of calendars) {
      const timestamp = await this.#submit(calendar, digest)
      if (!timestamp) continue
      const stamp = {
        timestamp: toBase64(formatTimestamp(timestamp)),
        stamped_at: now.toISOString(),
      }
      const insert = build
        .insertInto('log_stamp')
        .values({ size, calendar, block: null, ...stamp })
        .onConflict((conflict) =>
          conflict
            .columns(['size', 'calendar'])
            .doUpdateSet(stamp)
            .where('log_stamp.block', 'is', null),
        )
      await atomic([insert.compile()])
    }
  }

  async #submit(calendar: string, digest: Bytes): Promise<Timestamp | undefined> {
    const answer = await submitDigest(calendar, digest, this.#stopping.signal)
    if (answer.state !== 'answered') {
      const reason = answer.state === 'failed' ? answer.reason : 'It answered with 404.'
      this.#parts.log.warn({ calendar, reason }, 'stamps: not stamped')
      return undefined
    }
    const attested = await followTimestamp(answer.timestamp, digest)
    if (attested.some(({ attestation }) => this.#isAsked(attestation))) return answer.timestamp
    const named = attested.flatMap(({ attestation }) => calendarAddress(attestation) ?? [])
    this.#parts.log.warn(
      { calendar, named },
      'stamps: it leaves the block to another calendar; put that one into STAMP_CALENDARS',
    )
    return undefined
  }

  /** Only addresses of the setting are asked, whatever an answer names. */
  #isAsked(attestation: Attestation): boolean {
    const address = calendarAddress(attestation)
    return address !== undefined && this.#parts.calendars.includes(withoutSlash(address))
  }

  async #askForBlocks(now: Date): Promise<void> {
    const { build, read, atomic } = this.#parts.database
    const promised = build
      .selectFrom('log_stamp')
      .innerJoin('log_checkpoint', 'log_checkpoint.size', 'log_stamp.size')
      .select(['log_stamp.size', 'calendar', 'timestamp', 'note'])
      .where('block', 'is', null)
      .where('stamped_at', '>', new Date(now.getTime() - promiseMs).toISOString())
    for (const { size, calendar, timestamp, note } of await read(promised.compile())) {
      const digest = await sha256(utf8(note))
      const kept = readTimestamp(timestamp)
      const known = kept && (await this.#withBlock(kept, digest))
      if (!known) continue
      const update = build
        .updateTable('log_stamp')
        .set({ timestamp: toBase64(known.bytes), block: known.block })
        .where('size', '=', size)
        .where('calendar', '=', calendar)
      await atomic([update.compile()])
    }
  }

  /**
   * Asks the calendars that promised a block. An answer that has none is not kept: one promise
   * could lead to another without end.
   *
   * @returns the timestamp with the block; undefined as long as there is none.
   */
  async #withBlock(timestamp: Timestamp, digest: Bytes) {
    const known = new Map<Attestation, Timestamp>()
    const attested = await followTimestamp(timestamp, digest)
    const promises = attested.filter(({ attestation }) => this.#isAsked(attestation))
    for (const { attestation, message } of promises.slice(0, mostPromises)) {
      const calendar = withoutSlash(calendarAddress(attestation) ?? '')
      const answer = await askForBlock(calendar, message, this.#stopping.signal)
      if (answer.state === 'failed') {
        this.#parts.log.warn({ calendar, reason: answer.reason }, 'stamps: no block yet')
      }
      if (answer.state !== 'answered') continue
      if ((await heightOf(answer.timestamp, message)) !== null) {
        known.set(attestation, answer.timestamp)
      }
    }
    if (known.size === 0) return undefined
    const bytes = formatTimestamp(replaceAttestations(timestamp, known))
    // Put together, two that can be read may be too deep to be read again.
    const whole = parseTimestamp(bytes)
    return whole && { bytes, block: await heightOf(whole, digest) }
  }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/**
 * An OpenTimestamps calendar, which gathers hashes and puts one over them all into a block of
 * Bitcoin: `POST /digest`, and hours later `GET /timestamp/COMMITMENT`.
 */

type CalendarAnswer =
  | { state: 'answered'; timestamp: Timestamp }
  /** It has nothing (yet) about this. */
  | { state: 'nothing' }
  | { state: 'failed'; reason: string }

/** In bytes; python-opentimestamps reads no more either. */
const longestAnswer = 10_000
const patienceMs = 20_000

/** Asks for a stamp. @param calendar its address, without a slash at its end. */
const submitDigest = (calendar: string, digest: Bytes, stop: AbortSignal) =>
  ask(`${calendar}/digest`, { method: 'POST', body: digest }, stop)

/** Asks what has come of a promise. @param commitment the message that the calendar attested. */
const askForBlock = (calendar: string, commitment: Bytes, stop: AbortSignal) =>
  ask(`${calendar}/timestamp/${toHex(commitment)}`, {}, stop)

async function ask(
  address: string,
  request: RequestInit,
  stop: AbortSignal,
): Promise<CalendarAnswer> {
  try {
    const response = await fetch(address, {
      ...request,
      headers: {
        Accept: 'application/vnd.opentimestamps.v1',
        'Content-Type': 'application/octet-stream',
      },
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(patienceMs)]),
    })
    if (response.status === 404) return { state: 'nothing' }
    if (!response.ok) return { state: 'failed', reason: `It answered with ${response.status}.` }
    const timestamp = parseTimestamp(await readBody(response))
    return timestamp
      ? { state: 'answered', timestamp }
      : { state: 'failed', reason: 'Its answer is no timestamp.' }
  } catch (error) {
    const { message, cause } = error as Error
    return { state: 'failed', reason: cause instanceof Error ? cause.message : message }
  }
}

async function readBody({ body }: Response): Promise<Bytes> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > longestAnswer) throw new RangeError('Its answer is too long.')
    parts.push(part)
  }
  return concat(...parts)
}
