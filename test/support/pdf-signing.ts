import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generate } from 'selfsigned'

export const password = 'a password of the council'
const dayMs = 24 * 60 * 60_000

/** A folder with what a certification authority hands over, made by OpenSSL. */
export class SigningFolder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'naic-pdf-signing-'))

  /** @returns the path of a PKCS #12 file whose certificate is valid from and to so many days from now. */
  async makePkcs12({
    keyType = 'rsa',
    curve = 'P-256',
    days = [-1, 30],
    more = [],
  }: Pkcs12Asked = {}) {
    const { cert, private: key } = await generate(
      [{ name: 'commonName', value: 'Program Director' }],
      { keyType, curve, ...between(days) } as object,
    )
    this.write('key.pem', key)
    this.write('cert.pem', cert)
    const file = this.write('council.p12', '')
    const both = ['-inkey', 'key.pem', '-in', 'cert.pem', '-passout', `pass:${password}`]
    this.openssl('pkcs12', '-export', ...both, '-out', file, ...more)
    return file
  }

  write(name: string, content: string | Uint8Array): string {
    const file = path.join(this.path, name)
    writeFileSync(file, content, { mode: 0o600 })
    return file
  }

  openssl = (...words: string[]) =>
    execFileSync('openssl', words, { cwd: this.path, stdio: ['ignore', 'pipe', 'pipe'] })

  remove = () => rmSync(this.path, { recursive: true })
}

type Pkcs12Asked = {
  keyType?: 'rsa' | 'ec'
  curve?: 'P-256' | 'P-384'
  days?: [from: number, until: number]
  /** For OpenSSL. */
  more?: string[]
}

const between = ([from, until]: [number, number]) => ({
  notBeforeDate: new Date(Date.now() + from * dayMs),
  notAfterDate: new Date(Date.now() + until * dayMs),
})

/** A real server of time stamps: OpenSSL's, behind HTTP. What it answers, the test may change. */
export async function startTimestamps() {
  const folder = new SigningFolder()
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Time Stamps' }], {
    ...between([-1, 30]),
    extensions: [{ name: 'extKeyUsage', timeStamping: true, critical: true }],
  } as object)
  folder.write('stamp.pem', cert)
  folder.write('stamp-key.pem', key)
  folder.write('serial', '01')
  folder.write('ts.conf', configuration)
  const stamp = (query: Uint8Array): Buffer => {
    folder.write('query.tsq', query)
    const words = ['-config', 'ts.conf', '-queryfile', 'query.tsq', '-out', 'reply.tsr']
    folder.openssl('ts', '-reply', ...words)
    return readFileSync(path.join(folder.path, 'reply.tsr'))
  }
  const state = {
    asked: 0,
    answer: (query: Uint8Array): Buffer | Promise<Buffer> => stamp(query),
    stamp,
  }
  const server = createServer(async (request, reply) => {
    state.asked += 1
    const answer = await state.answer(await buffer(request))
    reply.setHeader('Content-Type', 'application/timestamp-reply').end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
      folder.remove()
    },
  })
}

const configuration = `[tsa]
default_tsa = stamps
[stamps]
serial = serial
signer_cert = stamp.pem
certs = stamp.pem
signer_key = stamp-key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`
