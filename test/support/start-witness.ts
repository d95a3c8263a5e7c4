import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verifyConsistency } from '@naic/ledger/format/tree-growth.ts'
import { portOf } from './port-of.ts'

type Seen = { size: number; root: Buffer }

/** A witness (c2sp.org/tlog-witness) that writes notes by hand, to share no mistake with our code. */
export class TestWitness {
  readonly name: string
  readonly vkey: string
  url = ''
  readonly answered: number[] = []
  /** Of the logs that it knows: the public key, and what it has seen. */
  readonly logs = new Map<string, { publicKey: KeyObject; seen: Seen | undefined }>()
  /** What it answers to everything instead, if set. */
  answer: { status: number; body: string } | undefined
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #privateKey: KeyObject
  readonly #keyId: Buffer

  private constructor(name: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const key = Buffer.concat([
      Buffer.of(0x04),
      Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    ])
    this.name = name
    this.#privateKey = privateKey
    this.#keyId = createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4)
    this.vkey = `${name}+${this.#keyId.toString('hex')}+${key.toString('base64')}`
  }

  static async start(name = 'witness.example/w1'): Promise<TestWitness> {
    const witness = new TestWitness(name)
    witness.url = `http://127.0.0.1:${await portOf(witness.#server)}/prefix`
    return witness
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method} ${request.url}`
    const bytes = Buffer.concat(await request.toArray())
    const { status, body } = this.answer ?? (await this.#take(asked, bytes))
    this.answered.push(status)
    const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8'
    response.writeHead(status, { 'Content-Type': type }).end(body)
  }

  know(vkey: string): void {
    const [origin = '', , ...encoded] = vkey.split('+')
    const raw = Buffer.from(encoded.join('+'), 'base64').subarray(1)
    const key = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }
    const publicKey = createPublicKey({ key, format: 'jwk' })
    this.logs.set(origin, { publicKey, seen: undefined })
  }

  /** A note's line that says that it was seen. */
  cosign(note: string, seconds = Math.floor(Date.now() / 1000)): string {
    const body = note.slice(0, note.indexOf('\n\n') + 1)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const text = Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`)
    const payload = Buffer.concat([this.#keyId, time, sign(null, text, this.#privateKey)])
    return `— ${this.name} ${payload.toString('base64')}\n`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await once(this.#server.close(), 'close')
  }

  async #take(asked: string, bytes: Buffer): Promise<{ status: number; body: string }> {
    const refuse = (status: number, body = '') => ({ status, body })
    if (asked !== 'POST /prefix/add-checkpoint') return refuse(405)
    const text = bytes.toString()
    const [head = '', ...rest] = text.split('\n\n')
    const note = rest.join('\n\n')
    const [oldLine = '', ...hashes] = head.split('\n')
    const old = Number(/^old (0|[1-9]\d*)$/.exec(oldLine)?.[1] ?? 'NaN')
    const [origin = '', digits, encoded = ''] = note.split('\n')
    const newest = { size: Number(digits), root: Buffer.from(encoded, 'base64') }
    if (Number.isNaN(old) || old > newest.size || hashes.length > 63) return refuse(400)
    const log = this.logs.get(origin)
    if (!log) return refuse(404)
    if (!isSigned(note, origin, log.publicKey)) return refuse(403)
    const size = log.seen?.size ?? 0
    const isOther = size === newest.size && log.seen?.root.equals(newest.root) === false
    if (old !== size || isOther) return refuse(409, `${size}\n`)
    const proof = hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'base64')))
    const isProven = log.seen
      ? await verifyConsistency(plain(log.seen), plain(newest), proof)
      : proof.length === 0
    if (!isProven) return refuse(422)
    log.seen = newest
    return { status: 200, body: this.cosign(note) }
  }
}

const plain = ({ size, root }: Seen) => ({ size, root: new Uint8Array(root) })

/** Whether one of a note's signatures is by the log; others are passed over. */
function isSigned(note: string, origin: string, publicKey: KeyObject): boolean {
  const [body = '', signatures = ''] = note.split('\n\n')
  return signatures.split('\n').some((line) => {
    const [dash, name, encoded = ''] = line.split(' ')
    const signature = Buffer.from(encoded, 'base64').subarray(4)
    const isOfLog = dash === '—' && name === origin && signature.length === 64
    return isOfLog && verify(null, Buffer.from(`${body}\n`), publicKey, signature)
  })
}
