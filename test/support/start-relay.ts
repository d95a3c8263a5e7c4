import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An answer of a relay that refuses, and to which command. */
export type Refusal = { to: 'MAIL' | 'RCPT' | 'DATA'; code: number; text?: string }

export type Certificate = Awaited<ReturnType<typeof makeCertificate>>

/** It signs itself, as an authority of its own name: OpenSSL would mix up two of one name. */
export async function makeCertificate(name: string) {
  const isAddress = /^[\d.]+$/.test(name)
  const altNames = [isAddress ? { type: 7 as const, ip: name } : { type: 2 as const, value: name }]
  const { cert, private: key } = await generate([{ name: 'commonName', value: randomUUID() }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { cert, key }
}

type RelayOptions = {
  /** With one, STARTTLS is offered; `secure` is TLS from the first byte on. */
  certificate?: Certificate
  secure?: boolean
  login?: { user: string; password: string }
  port?: number
}

/** A real mail relay on 127.0.0.1, which does what the test sets. */
export async function startRelay({ certificate, secure, login, port = 0 }: RelayOptions = {}) {
  const state = {
    /** Every message that it was given whole, those included that it refused afterwards. */
    given: [] as Buffer[],
    /** What it answers for. */
    taken: [] as { message: Buffer; from: string; to: string[]; isSafe: boolean }[],
    logins: [] as string[],
    refuses: (_recipient: string): Refusal | undefined => undefined,
    /** Closes the connection when it has the whole message, without an answer. */
    dropsAfterData: false,
    /** Takes the message and does not answer, until this is resolved. */
    pause: undefined as Promise<void> | undefined,
    /** How long it holds each message before it answers, in milliseconds. */
    takesMs: () => 0,
  }
  const failure = (to: Refusal['to'], recipient: string) => {
    const refusal = state.refuses(recipient)
    if (refusal?.to !== to) return null
    return Object.assign(new Error(refusal.text ?? 'No.'), { responseCode: refusal.code })
  }
  const options: SMTPServerOptions = {
    ...certificate,
    secure: secure ?? false,
    authOptional: !login,
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username = '', password = '' }, _session, callback) {
      state.logins.push(`${username}:${password}`)
      const isRight = username === login?.user && password === login.password
      const wrong = Object.assign(new Error('Wrong login.'), { responseCode: 535 })
      callback(isRight ? null : wrong, { user: username })
    },
    onMailFrom: (_address, _session, callback) => callback(failure('MAIL', '')),
    onRcptTo: ({ address }, _session, callback) => callback(failure('RCPT', address)),
    async onData(stream, { envelope, secure: isSafe }, callback) {
      const message = await buffer(stream).catch(() => undefined)
      // The sender was killed in the middle of it; nobody waits for an answer.
      if (!message) return
      state.given.push(message)
      if (state.dropsAfterData) {
        for (const { _socket } of server.connections as Set<{ _socket: { destroy(): void } }>)
          _socket.destroy()
        return
      }
      await state.pause
      await sleep(state.takesMs())
      const to = envelope.rcptTo.map(({ address }) => address)
      const refused = failure('DATA', to[0] ?? '')
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      if (!refused) state.taken.push({ message, from, to, isSafe })
      callback(refused)
    },
  }
  const server = new SMTPServer(options)
  // The sender may have gone.
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const { port: at } = listening.address() as AddressInfo
  return Object.assign(state, { port: at, stop, [Symbol.asyncDispose]: stop })
}
