import { type Bytes, toBase64, toHex, utf8 } from '@naic/ledger/format/bytes.ts'
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
import type { Database } from '@naic/store/database/database.ts'
import type { Log } from '@naic/store/log.ts'
import { RegularWork } from '@naic/store/regular-work.ts'
import { askStranger } from '@naic/ledger/watch/watched-site.ts'
import { heightOf, readTimestamp } from './find-stamp.ts'
import type { TransparencyLog } from '../log/transparency-log.ts'

const minuteMs = 60_000
const roundEveryMs = 10 * minuteMs
/** Blocks come every ten minutes, and calendars wait for some of them. */
const stampEveryMs = 60 * minuteMs
/** A calendar that has not kept its promise by then will not. */
const promiseMs = 14 * 24 * 60 * minuteMs

type Parts = {
  database: Database
  transparencyLog: TransparencyLog
  log: Log
  /** Addresses; without any, nothing is stamped. */
  calendars: readonly string[]
}

/**
 * Has the log's newest checkpoint stamped into Bitcoin, once an hour at most, and asks for the blocks
 * that were promised. Issuing does not wait for it: the stamp of a checkpoint says that everything in
 * the log up to there existed before the block.
 */
export class CheckpointStamps extends RegularWork<Parts> {
  constructor(parts: Parts) {
    const failed = 'stamps: the round broke off'
    super(parts, { firstAfterMs: { least: 0, most: 1 }, everyMs: roundEveryMs, failed })
  }

  protected async work(_rest: () => Promise<void>, stop: AbortSignal): Promise<void> {
    if (this.parts.calendars.length > 0) await this.round(new Date(), stop)
  }

  async round(now: Date, stop = new AbortController().signal): Promise<void> {
    await this.#stampNewest(now, stop)
    await this.#askForBlocks(now, stop)
  }

  async #stampNewest(now: Date, stop: AbortSignal): Promise<void> {
    const { database, transparencyLog, calendars } = this.parts
    const { read, write } = database
    const { size, note } = await transparencyLog.head()
    const newest = read.selectFrom('log_stamp').selectAll().orderBy('size', 'desc')
    const [last] = await newest.orderBy('stamped_at', 'desc').limit(1).execute()
    const age = last ? now.getTime() - Date.parse(last.stamped_at) : Infinity
    const isStamped = last?.size === size && (last.block !== null || age < promiseMs)
    if (isStamped || age < stampEveryMs) return

    const digest = await sha256(utf8(note))
    for (const calendar of calendars) {
      const timestamp = await this.#submit(calendar, digest, stop)
      if (!timestamp) continue
      const text = toBase64(formatTimestamp(timestamp))
      const stamp = { timestamp: text, stamped_at: now.toISOString() }
      await write((transaction) =>
        transaction
          .insertInto('log_stamp')
          .values({ size, calendar, block: null, ...stamp })
          .onConflict((conflict) =>
            conflict
              .columns(['size', 'calendar'])
              .doUpdateSet(stamp)
              .where('log_stamp.block', 'is', null),
          )
          .execute(),
      )
    }
  }

  async #submit(calendar: string, digest: Bytes, stop: AbortSignal) {
    const { timestamp, reason } = await ask(`${calendar}/digest`, digest, stop)
    if (!timestamp) {
      this.parts.log.warn({ calendar, reason }, 'stamps: not stamped')
      return undefined
    }
    const attested = await followTimestamp(timestamp, digest)
    if (attested.some(({ attestation }) => this.#calendarOf(attestation))) return timestamp
    const named = attested.flatMap(({ attestation }) => calendarAddress(attestation) ?? [])
    this.parts.log.warn(
      { calendar, named },
      'stamps: it leaves the block to another calendar; put that one into STAMP_CALENDARS',
    )
    return undefined
  }

  /** Only addresses of the setting are asked, whatever an answer names. */
  #calendarOf(attestation: Attestation): string | undefined {
    const address = calendarAddress(attestation)?.replace(/\/$/, '')
    return this.parts.calendars.find((calendar) => calendar === address)
  }

  async #askForBlocks(now: Date, stop: AbortSignal): Promise<void> {
    const { read, write } = this.parts.database
    const promised = read
      .selectFrom('log_stamp')
      .innerJoin('log_checkpoint', 'log_checkpoint.size', 'log_stamp.size')
      .select(['log_stamp.size', 'calendar', 'timestamp', 'note'])
      .where('block', 'is', null)
      .where('stamped_at', '>', new Date(now.getTime() - promiseMs).toISOString())
    for (const { size, calendar, timestamp, note } of await promised.execute()) {
      const kept = readTimestamp(timestamp)
      const known = kept && (await this.#withBlock(kept, await sha256(utf8(note)), stop))
      if (!known) continue
      await write((transaction) =>
        transaction
          .updateTable('log_stamp')
          .set({ timestamp: toBase64(known.bytes), block: known.block })
          .where('size', '=', size)
          .where('calendar', '=', calendar)
          .execute(),
      )
    }
  }

  /**
   * Asks the calendar that promised a block; an honest one makes one promise. An answer that has none is
   * not kept: one promise could lead to another without end.
   *
   * @returns the timestamp with the block; undefined as long as there is none.
   */
  async #withBlock(timestamp: Timestamp, digest: Bytes, stop: AbortSignal) {
    const attested = await followTimestamp(timestamp, digest)
    const promise = attested.find(({ attestation }) => this.#calendarOf(attestation))
    if (!promise) return undefined
    const { attestation, message } = promise
    const calendar = this.#calendarOf(attestation)
    const address = `${calendar}/timestamp/${toHex(message)}`
    const { timestamp: longer, status, reason } = await ask(address, undefined, stop)
    // A calendar answers 404 as long as it has no block.
    if (reason && status !== 404) this.parts.log.warn({ calendar, reason }, 'stamps: no block yet')
    if (!longer || (await heightOf(longer, message)) === null) return undefined
    const known = new Map([[attestation, longer]])
    const bytes = formatTimestamp(replaceAttestations(timestamp, known))
    // Put together, two that can be read may be too deep to be read again.
    const whole = parseTimestamp(bytes)
    return whole && { bytes, block: await heightOf(whole, digest) }
  }
}

/** In bytes; python-opentimestamps reads no more either. */
const longest = 10_000
const patienceMs = 20_000

const headers = {
  Accept: 'application/vnd.opentimestamps.v1',
  'Content-Type': 'application/octet-stream',
}

/**
 * Asks an OpenTimestamps calendar, which puts one hash over many into a block of Bitcoin:
 * `POST /digest`, and hours later `GET /timestamp/COMMITMENT`.
 */
async function ask(
  address: string,
  body: Bytes | undefined,
  end: AbortSignal,
): Promise<{ timestamp?: Timestamp; status?: number; reason?: string }> {
  const method = body ? { method: 'POST', body } : {}
  const request = { ...method, headers, longest, patienceMs, end }
  const answer = await askStranger(address, request).catch((error: Error) => error)
  if (answer instanceof Error) return { reason: answer.message }
  const { status } = answer
  if (status !== 200) return { status, reason: `It answered with ${status}.` }
  const timestamp = parseTimestamp(await answer.bytes())
  return timestamp ? { timestamp } : { reason: 'Its answer is no timestamp.' }
}
