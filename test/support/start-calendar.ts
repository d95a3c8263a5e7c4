import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from './port-of.ts'

const pendingTag = '83dfe30d2ef90c8e'
const bitcoinTag = '0588960d73d71901'

const attestation = (tag: string, payload: Buffer) =>
  Buffer.concat([Buffer.of(0x00), Buffer.from(tag, 'hex'), Buffer.of(payload.length), payload])

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** An OpenTimestamps calendar that writes the format by hand, to share no mistake with our reader. */
export class TestCalendar {
  url = ''
  /** Which addresses were asked, such as "POST /digest". */
  readonly asked: string[] = []
  /** What it answers to everything instead, if set. */
  answer: { status: number; body: Buffer } | undefined
  /** Which calendar it says will have the block; itself unless set. */
  names: string | undefined
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #waiting = new Set<string>()
  readonly #mined = new Map<string, { height: number; before: Buffer; beside: Buffer }>()

  static async start(): Promise<TestCalendar> {
    const calendar = new TestCalendar()
    calendar.url = `http://127.0.0.1:${await portOf(calendar.#server)}`
    return calendar
  }

  /** Puts all that was submitted into a block. */
  mine(height: number): void {
    for (const commitment of this.#waiting) {
      this.#mined.set(commitment, { height, before: randomBytes(4), beside: randomBytes(32) })
    }
    this.#waiting.clear()
  }

  /** Merkle roots of its blocks, as block explorers write them. */
  get merkleRoots(): string[] {
    return Array.from(this.#mined, ([commitment, { before, beside }]) => {
      const leaf = sha256(before, Buffer.from(commitment, 'hex'))
      return Buffer.from(sha256(sha256(leaf, beside)).toReversed()).toString('hex')
    })
  }

  /** @returns a timestamp that ends in so many promises of its own. */
  promise(count: number): Buffer {
    const address = Buffer.from(this.names ?? this.url)
    const payload = Buffer.concat([Buffer.of(address.length), address])
    const one = attestation(pendingTag, payload)
    const others = Array.from({ length: count - 1 }, (_, at) => [Buffer.of(0xff, 0xf0, 1, at), one])
    return Buffer.concat([...others.flat(), one])
  }

  /** @returns a timestamp that is in a block. */
  block(height: number): Buffer {
    // 21 bits suffice for any height of this century.
    const bytes = [(height & 0x7f) | 0x80, ((height >> 7) & 0x7f) | 0x80, height >> 14]
    return attestation(bitcoinTag, Buffer.from(bytes))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await once(this.#server.close(), 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request
    this.asked.push(`${method} ${url}`)
    const body = Buffer.concat(await request.toArray())
    const { status, body: sent } = this.answer ?? this.#answerTo(`${method} ${url}`, body)
    response.writeHead(status).end(sent)
  }

  #answerTo(asked: string, body: Buffer): { status: number; body: Buffer } {
    if (asked === 'POST /digest' && body.length === 32) {
      const nonce = randomBytes(8)
      this.#waiting.add(sha256(body, nonce).toString('hex'))
      const steps = [Buffer.of(0xf0, nonce.length), nonce, Buffer.of(0x08), this.promise(1)]
      return { status: 200, body: Buffer.concat(steps) }
    }
    const mined = this.#mined.get(/^GET \/timestamp\/([0-9a-f]{64})$/.exec(asked)?.[1] ?? '')
    if (!mined) return { status: 404, body: Buffer.from('Pending confirmation') }
    const { height, before, beside } = mined
    const first = [Buffer.of(0xf1, before.length), before]
    const second = [Buffer.of(0x08, 0xf0, beside.length), beside, Buffer.of(0x08, 0x08)]
    return { status: 200, body: Buffer.concat([...first, ...second, this.block(height)]) }
  }
}
