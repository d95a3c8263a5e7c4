import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sdk from '@aws-sdk/client-s3'
import { BucketUnavailable, faultOf, refusedByStore } from './bucket-fault.ts'

/** A bucket and who may use it, as FILES_URL and AWS_… name them. */
export type BucketPlace = {
  name: string
  /** In front of every key: empty, or ending with a slash. */
  prefix: string
  region: string
  /** Of the store, such as "https://s3.ap-south-1.amazonaws.com". */
  endpoint: string
  /** Whether the bucket's name is in the path, and not in the host's name. */
  isInPath: boolean
  /** Of the bucket itself, for messages. */
  address: string
  /** A function, so that nothing which prints settings prints the secrets. */
  credentials: () => { accessKeyId: string; secretAccessKey: string }
}

/** `open` is called for each attempt. */
type Body = { open: () => Readable; bytes: number; sha256: string }

/** A visitor who has sent a form waits as long as this for the store, and no longer. */
const usualPatience = {
  connectMs: 3_000,
  /** Without a byte in either direction. */
  silenceMs: 8_000,
  /** For the answer, all attempts included. */
  answerMs: 20_000,
  /** How long after the first attempt another one may begin. */
  retryMs: 10_000,
}
type Patience = typeof usualPatience

/** What must be under a key before a put: this state, or nothing. */
export type Condition = { etag: string } | 'nothing'

type Connection = Awaited<ReturnType<typeof connect>>

/**
 * A bucket of a store that speaks S3. Passing failures are tried again, with longer and longer pauses, so
 * every request may be made twice. Every method throws `BucketUnavailable` if it fails; a put or a
 * removal may have been done all the same, but never by half.
 */
export class Bucket {
  readonly #place: BucketPlace
  readonly #patience: Patience
  #connection: Promise<Connection> | undefined

  constructor(place: BucketPlace, patience: Partial<Patience> = {}) {
    this.#place = place
    this.#patience = { ...usualPatience, ...patience }
  }

  /**
   * When this says `put`, the store has all the bytes for good, and has compared their hash; `refused`: the
   * key is not in the state of the condition.
   */
  async put(key: string, body: Body, condition?: Condition) {
    try {
      await this.#ask(async ({ sdk, client }, abortSignal) => {
        const bytes = body.open()
        const failed = new AbortController()
        bytes.on('error', (error) => failed.abort(error))
        const command = new sdk.PutObjectCommand({
          Bucket: this.#place.name,
          Key: key,
          Body: bytes,
          ContentLength: body.bytes,
          ContentType: 'application/octet-stream',
          IfNoneMatch: condition === 'nothing' ? '*' : undefined,
          IfMatch: condition === 'nothing' ? undefined : condition?.etag,
        })
        withHash(command, body.sha256)
        try {
          const signal = AbortSignal.any([abortSignal, failed.signal])
          this.#etagOf(await client.send(command, { abortSignal: signal }))
        } finally {
          bytes.destroy()
        }
      })
      return 'put'
    } catch (error) {
      const { status, code } = (error as Partial<BucketUnavailable>).answer ?? {}
      // NoSuchKey: it was removed meanwhile.
      if (condition && (status === 412 || code === 'NoSuchKey')) return 'refused'
      if (condition && status === 501) return 'conditions are not supported'
      throw error
    }
  }

  /** @returns undefined if there is nothing under the key. Of every state, `etag` is another. */
  async get(key: string) {
    try {
      return await this.#ask(async ({ sdk, client }, abortSignal) => {
        const command = new sdk.GetObjectCommand({ Bucket: this.#place.name, Key: key })
        const answer = await client.send(command, { abortSignal })
        const etag = this.#etagOf(answer)
        // Files are at most a few megabytes.
        const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
        const { ContentLength: whole = bytes.length } = answer
        if (bytes.length !== whole) throw new Error('the answer was cut short')
        return { etag, bytes }
      })
    } catch (error) {
      if ((error as Partial<BucketUnavailable>).answer?.code === 'NoSuchKey') return undefined
      throw error
    }
  }

  /** It is no error if there is nothing under the key. */
  async remove(key: string): Promise<void> {
    try {
      await this.#ask(async ({ sdk, client }, abortSignal) => {
        const command = new sdk.DeleteObjectCommand({ Bucket: this.#place.name, Key: key })
        await client.send(command, { abortSignal })
      })
    } catch (error) {
      if ((error as Partial<BucketUnavailable>).answer?.code !== 'NoSuchKey') throw error
    }
  }

  /**
   * The keys with this prefix, in their order, a page at a time.
   *
   * @param mostKeys of this page; a store may give fewer.
   * @returns `next`: with which to ask for the next page; undefined for the last.
   */
  list(prefix: string, mostKeys: number, continuation?: string) {
    return this.#ask(async ({ sdk, client }, abortSignal) => {
      const command = new sdk.ListObjectsV2Command({
        Bucket: this.#place.name,
        Prefix: prefix,
        MaxKeys: mostKeys,
        EncodingType: 'url',
        ContinuationToken: continuation,
      })
      const page = await client.send(command, { abortSignal })
      const { IsTruncated, NextContinuationToken: next, Contents = [] } = page
      const entries = Contents.flatMap(({ Key, LastModified }) =>
        Key !== undefined && LastModified
          ? [{ key: decodeURIComponent(Key.replaceAll('+', ' ')), changedAt: LastModified }]
          : [],
      )
      const isList = IsTruncated !== undefined && entries.length === Contents.length
      if (!isList || (IsTruncated && !next)) throw this.#refused('NoList')
      return { entries, next: IsTruncated ? next : undefined }
    })
  }

  async #ask<Value>(
    attempt: (connection: Connection, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const { answerMs, retryMs } = this.#patience
    const connection = await (this.#connection ??= connect(this.#place, this.#patience))
    const deadline = AbortSignal.timeout(answerMs)
    const begun = Date.now()
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 2_000)) {
      try {
        return await attempt(connection, deadline)
      } catch (error) {
        const fault = faultOf(this.#place.address, error as Error)
        const pause = pauseMs * (0.5 + Math.random() / 2)
        if (!fault.isPassing || Date.now() + pause - begun > retryMs) throw fault
        await sleep(pause)
      }
    }
  }

  /** A server that is no store may answer everything with 200. */
  #etagOf({ ETag: etag }: { ETag?: string | undefined }): string {
    if (etag) return etag
    throw this.#refused('NoETag')
  }

  #refused = (code: string) => refusedByStore(this.#place.address, { status: 200, code })
}

/** Loads the SDK when it is first needed: few installations have a bucket. */
async function connect(place: BucketPlace, { connectMs, silenceMs }: Patience) {
  const sdk = await import('@aws-sdk/client-s3')
  // As many connections as there are uploads, whose number is limited: with fewer, the question
  // whether the store answers would wait for all of them.
  const agent = { keepAlive: true, maxSockets: Infinity }
  const client = new sdk.S3Client({
    region: place.region,
    endpoint: place.endpoint,
    forcePathStyle: place.isInPath,
    credentials: place.credentials(),
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // It would warn of every failed attempt; we throw once.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // We try again ourselves, since only we can open a body a second time.
    maxAttempts: 1,
    // We sign the hash that was made while the file arrived.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  })
  return { sdk, client }
}

/** The signature covers the body's SHA-256, which the store compares with what arrives. */
function withHash(command: Sdk.PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'hashOfBody' },
  )
}
