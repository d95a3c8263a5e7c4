import type { FastifyReply, FastifyRequest } from 'fastify'
import { resumeLimitBytes } from '@naic/admissions/forms/resume.ts'
import { NetworkLimit, networksOf } from '@naic/house/web/network-limit.ts'
import { lastWordsMs } from '@naic/house/web/http-server.ts'
import { Refusal, tryAgain } from '@naic/house/web/refusal.ts'
import type { Config } from '@naic/house/config.ts'
import type { Staging } from '@naic/store/files/staging.ts'

/** Forms received at one time: each holds a connection and a few buffers. */
const mostInFlight = 300

/**
 * So many of them from one network, up to a /48: a whole college may be behind one address. One from which
 * no whole form has come yet may only be holding places.
 */
const mostFromOneNetwork = 200
const mostFromNewNetwork = 60

/** So many networks are remembered from which a whole form came. */
const mostKnown = 10_000

/** Up to this length it is an honest form with too large a file, and is read to say so. */
const longestReadBytes = resumeLimitBytes + 32 * 1024 * 1024

/**
 * Checks a form before a byte of its body is read, and gives it one of the places, until the answer or until the
 * sender has gone. The sender decides how long reading takes.
 *
 * @returns hooks for `onRequest` and `onSend`, and how many of the places are taken.
 */
export function createUploadGate() {
  const places = new Map<string, number>()
  const known = new Set<string>()
  const leaving = new WeakMap<FastifyRequest, () => void>()
  let taken = 0

  const takenBy = (network: string) => places.get(network) ?? 0

  function count(networks: readonly string[], change: 1 | -1): void {
    taken += change
    for (const network of networks) {
      const now = takenBy(network) + change
      if (now > 0) places.set(network, now)
      else places.delete(network)
    }
  }

  function remember(networks: readonly string[]): void {
    for (const network of networks) {
      known.delete(network)
      known.add(network)
    }
    for (const oldest of known) {
      if (known.size <= mostKnown) break
      known.delete(oldest)
    }
  }

  async function enter(request: FastifyRequest, reply: FastifyReply) {
    requireFitLength(request, reply)
    const networks = networksOf(request.ip)
    const isFull = (network: string) =>
      takenBy(network) >= (known.has(network) ? mostFromOneNetwork : mostFromNewNetwork)
    if (taken >= mostInFlight || networks.some(isFull)) {
      const words = 'Many applications are arriving just now. Please send yours again in a minute.'
      throw tryAgain(503, words, 30_000)
    }
    // The event has passed and will not come again.
    if (reply.raw.closed) throw new Refusal(400, 'The sender has gone.')
    count(networks, 1)
    const leave = () => {
      if (!leaving.delete(request)) return
      count(networks, -1)
      if (request.raw.complete) remember(networks)
    }
    leaving.set(request, leave)
    reply.raw.once('close', leave)
  }

  const leave = async (request: FastifyRequest) => leaving.get(request)?.()
  return { enter, leave, taken: () => taken }
}

function requireFitLength({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  const declared = headers['content-length']
  if (declared === undefined) {
    throw new Refusal(411, 'Please send the form with its length (Content-Length).')
  }
  if (Number(declared) > longestReadBytes) {
    // A proxy that is still sending would else find the connection closed, and not the answer.
    const close = () => raw.complete || raw.socket.destroy()
    reply.raw.once('finish', () => setTimeout(close, lastWordsMs).unref())
    throw new Refusal(413, 'This form is too large. Your resume can be at most 5 MB.')
  }
}

const dayMs = 24 * 60 * 60 * 1000
const megabyte = 1_000_000

/** With less free, large forms are refused, which leaves the room to small ones. */
const reserve = { bytes: 1_000 * megabyte, ofSmallDisk: 1 / 10 }
/** Most resumes are smaller. */
const largeBytes = megabyte

/**
 * Limits the forms of one network to so many a minute and so many bytes a day, both forms together, and
 * large ones to what the disk for uploads still takes.
 *
 * @returns a hook for `onRequest`, which refuses by the head alone.
 */
export function createSubmissionLimits(
  { submissionsPerMinute, uploadMbPerDay }: Config,
  staging: Pick<Staging, 'room'>,
) {
  const forms = new NetworkLimit(submissionsPerMinute)
  const bytesADay = new NetworkLimit(uploadMbPerDay * megabyte, {
    everyMs: dayMs,
  })
  return async ({ ip, headers }: FastifyRequest): Promise<void> => {
    const waitMs = forms.take(ip)
    if (waitMs > 0) {
      const words = `Too many forms came from your network. Please try again in ${inWords(waitMs)}.`
      throw tryAgain(429, words, waitMs)
    }
    // The gate refuses a form without its length, or with too much.
    const bytes = Number(headers['content-length'] ?? 0)
    if (bytes > largeBytes && (await isNearlyFull(staging))) {
      throw tryAgain(
        503,
        'Our disk is nearly full, so for now we can only take resumes of up to 1 MB. Please send a smaller file, or try again in an hour.',
        60 * 60 * 1000,
      )
    }
    const dayWaitMs = bytesADay.take(ip, bytes)
    if (dayWaitMs === 0) return
    const words = `Very many large files came from your network today. Please send yours from another network, such as mobile data, or try again in ${inWords(dayWaitMs)}.`
    throw tryAgain(429, words, dayWaitMs)
  }
}

/** If the disk cannot be asked, writing to it will say what is wrong. */
async function isNearlyFull(staging: Pick<Staging, 'room'>): Promise<boolean> {
  const room = await staging.room().catch(() => undefined)
  if (!room) return false
  return room.freeBytes < Math.min(reserve.bytes, room.allBytes * reserve.ofSmallDisk)
}

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}
