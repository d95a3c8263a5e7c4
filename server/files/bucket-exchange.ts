import type { IncomingMessage } from 'node:http'
import * as http from 'node:http'
import * as https from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'

/** A bucket and who may use it, as FILES_URL and AWS_… name them. */
export type BucketPlace = {
  name: string
  /** In front of every key: empty, or ending with a slash. */
  prefix: string
  region: string
  /** Of the bucket itself, without a slash at the end. */
  address: string
  /** A function, so that nothing which prints settings prints the secrets. */
  credentials: () => {
    accessKeyId: string
    secretAccessKey: string
    sessionToken: string | undefined
  }
}

export type BucketRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Empty for the bucket itself. Nothing in it needs to be encoded. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Body
}

/** What is sent; `open` is called once for each time it is sent. */
export type Body = { open: () => Readable; bytes: number; sha256: string }

/** How long to wait for a store, in milliseconds. */
export type Patience = {
  connectMs: number
  /** Without a byte in either direction. */
  silenceMs: number
  /** For the whole of what was asked, until it is answered. */
  answerMs: number
  /** For how long of that it is tried again after a failure. */
  retryMs: number
}

const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

// As many connections as there are uploads, which are counted at the door: behind a lower limit, a
// question of whether the store is there would wait for all of them.
const options = { keepAlive: true }
const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }

/**
 * Asks a bucket once, signed with the body's hash, which the store compares with what arrives.
 *
 * @returns the answer's head, with its body still to be read; whoever does not, destroys it.
 * @throws what the network throws, a time-out included.
 */
export async function exchange(
  { region, address, credentials }: BucketPlace,
  { method, key, query = {}, headers = {}, body }: BucketRequest,
  { patience, signal }: { patience: Patience; signal: AbortSignal },
): Promise<IncomingMessage> {
  const url = new URL(`${address}/${key}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { sessionToken, ...keys } = credentials()
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    service: 's3',
    region,
    headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? sha256OfNothing },
    ...keys,
    ...(sessionToken ? { sessionToken } : {}),
  }).sign()

  const isTls = url.protocol === 'https:'
  const request = (isTls ? https : http).request(url, {
    method,
    headers: {
      ...Object.fromEntries(signed.headers),
      ...(body ? { 'content-length': body.bytes } : {}),
    },
    agent: agents[isTls ? 'https:' : 'http:'],
    signal,
  })
  giveUpInTime(request, patience)
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
  })
  // What goes wrong while it is sent is the request's own error.
  if (body) pipeline(body.open(), request).catch((error: Error) => request.destroy(error))
  else request.end()
  const answer = await answered
  // A store may refuse before it has everything: nobody waits for the rest then.
  answer.once('close', () => {
    if (!request.writableFinished) request.destroy()
  })
  return answer
}

function giveUpInTime(request: http.ClientRequest, { connectMs, silenceMs }: Patience): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return
    const late = setTimeout(() => request.destroy(timedOut('no connection')), connectMs)
    socket.once('connect', () => clearTimeout(late))
    request.once('close', () => clearTimeout(late))
  })
  let answer: IncomingMessage | undefined
  request.once('response', (response) => (answer = response))
  request.setTimeout(silenceMs, () => {
    // It is silent because nobody takes what has come already.
    if (answer && answer.readableLength > 0) return
    const error = timedOut('no answer')
    answer?.destroy(error)
    request.destroy(error)
  })
}

const timedOut = (what: string) =>
  Object.assign(new Error(`${what} in time`), { code: 'ETIMEDOUT' })
