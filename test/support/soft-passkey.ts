import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string; user?: { id: string } }

/** A passkey and the browser that uses it, as WebAuthn has them (https://www.w3.org/TR/webauthn-3/), in software. */
export class SoftPasskey {
  readonly #id = randomBytes(16)
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  /** @param origin of the page that it believes to be on. */
  constructor(origin: string) {
    this.#origin = origin
  }

  make({ challenge }: Options) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // COSE (RFC 9053): key type EC2, algorithm ES256, curve P-256.
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const length = Buffer.of(0, this.#id.length)
    const facts = this.#facts(0x45)
    const authData = Buffer.concat([facts, Buffer.alloc(16), length, this.#id, Buffer.from(cose)])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  use({ challenge }: Options) {
    this.#counter += 1
    const client = this.#client('webauthn.get', challenge)
    const authData = this.#facts(0x05)
    const hash = createHash('sha256').update(client).digest()
    const signature = sign('sha256', Buffer.concat([authData, hash]), this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #answer(response: Record<string, unknown>) {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #client(type: string, challenge: string): Buffer {
    const origin = this.#origin
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** @param flags the person was there and was verified; with a key or without. */
  #facts(flags: number): Buffer {
    const facts = Buffer.alloc(5)
    facts.writeUInt8(flags)
    facts.writeUInt32BE(this.#counter, 1)
    const hash = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    return Buffer.concat([hash, facts])
  }
}
