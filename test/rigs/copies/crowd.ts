import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { asha, resumePart, textPart } from '#support/ashas-form.ts'
import { ravi } from '#support/ravis-message.ts'
import { pdf } from '#support/resumes.ts'
import { applyApi, multipart, type Part } from '#support/start-api.ts'
import { type RunningNginx, siteName } from '#support/start-nginx.ts'

/** One form and what became of it. */
type Sent = {
  email: string
  /** Undefined for a message. */
  resume: Buffer | undefined
  /** Undefined until an answer arrived. */
  acknowledgedId: string | undefined
}

const partsOf = (answers: Record<string, string>): Part[] =>
  Object.entries(answers).map(([name, value]) => textPart(name, value))

/** People who apply, write and look certificates up, each from an address of their own. */
export class Crowd {
  readonly sent: Sent[] = []
  /** How often each status was answered; 0 for no answer. */
  readonly statuses: Record<'forms' | 'lookUps', Map<number, number>> = {
    forms: new Map(),
    lookUps: new Map(),
  }
  /** What was wrong with answers that were given. */
  readonly wrong: string[] = []
  /** Certificates that there are, and whether one was revoked before this was asked. */
  readonly certificates = new Map<string, { isRevoked: boolean }>()
  readonly #nginx: RunningNginx
  readonly #name: string
  #open = true
  #everybody: Promise<unknown> = Promise.resolve()

  /** @param name of the crowd: nobody of it is in another. */
  constructor(nginx: RunningNginx, name: string) {
    this.#nginx = nginx
    this.#name = name
  }

  /** How many forms were acknowledged. */
  get taken(): number {
    return this.statuses.forms.get(201) ?? 0
  }

  come(counts: { applicants: number; writers: number; readers: number }): void {
    const { applicants, writers, readers } = counts
    const kinds = [
      ...Array<Act>(applicants).fill(this.#apply),
      ...Array<Act>(writers).fill(this.#write),
      ...Array<Act>(readers).fill(this.#lookUp),
    ]
    this.#everybody = Promise.all(kinds.map((act, at) => this.#goOn(act, `127.0.0.${at + 20}`)))
  }

  /** Nobody new comes; those who are at it finish. */
  async leave(): Promise<void> {
    this.#open = false
    await this.#everybody
  }

  async #goOn(act: Act, address: string): Promise<void> {
    const visitor = new Visitor(this.#nginx, address)
    while (this.#open) {
      await act.call(this, visitor)
      await sleep(Math.random() * 60)
    }
    visitor.leave()
  }

  async #apply(visitor: Visitor): Promise<void> {
    const number = this.sent.length
    const email = `applicant${number}@${this.#name}.example.com`
    // One that nobody else has.
    const resume = pdf(1_000 + Math.floor(Math.random() * 199_000), `${number}`)
    const sent: Sent = { email, resume, acknowledgedId: undefined }
    const parts = [...partsOf({ ...asha, email }), resumePart('cv.pdf', resume)]
    await this.#insist(sent, visitor, applyApi, parts)
  }

  async #write(visitor: Visitor): Promise<void> {
    const email = `writer${this.sent.length}@${this.#name}.example.com`
    const sent: Sent = { email, resume: undefined, acknowledgedId: undefined }
    await this.#insist(sent, visitor, '/api/contact/', partsOf({ ...ravi, email }))
  }

  /** Some give up when an answer is lost; most send the same again until there is one. */
  async #insist(sent: Sent, visitor: Visitor, address: string, parts: readonly Part[]) {
    this.sent.push(sent)
    const key = { 'Idempotency-Key': randomUUID() }
    const givesUp = Math.random() < 0.2
    while (!sent.acknowledgedId) {
      const answer = await visitor.ask(address, parts, key)
      this.#count('forms', answer)
      if (answer?.status === 201) sent.acknowledgedId = (JSON.parse(answer.text) as Id).id
      else if (givesUp) return
      else await sleep(100)
    }
  }

  async #lookUp(visitor: Visitor): Promise<void> {
    const all = [...this.certificates]
    const [id, known] = all[Math.floor(Math.random() * all.length)] ?? []
    if (!id || !known) return
    const { isRevoked } = known
    const answer = await visitor.ask(`/api/certificates/${id}`)
    this.#count('lookUps', answer)
    if (answer?.status !== 200) return
    const { revocation } = JSON.parse(answer.text) as { revocation: unknown }
    if (isRevoked && !revocation) this.wrong.push(`${id} is revoked, and was shown as good.`)
  }

  #count(kind: 'forms' | 'lookUps', answer: Answer): void {
    const status = answer?.status ?? 0
    const counts = this.statuses[kind]
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
}

type Act = (visitor: Visitor) => Promise<void>
type Id = { id: string }

const boundary = 'between-parts'

/** Undefined: the connection ended before there was one. */
type Answer = { status: number; text: string } | undefined

/** Somebody with an address of their own, by which nginx chooses the copy that answers. */
class Visitor {
  readonly #nginx: RunningNginx
  readonly #agent: Agent

  constructor(nginx: RunningNginx, localAddress: string) {
    this.#nginx = nginx
    const ca = nginx.certificate.cert
    this.#agent = new Agent({ keepAlive: true, localAddress, ca, servername: siteName })
  }

  /** @param parts of a form; without them, a page is read. */
  async ask(
    address: string,
    parts?: readonly Part[],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = parts && multipart(parts, boundary)
    const type = `multipart/form-data; boundary=${boundary}`
    const asked = request({
      agent: this.#agent,
      host: '127.0.0.1',
      port: this.#nginx.tlsPort,
      path: address,
      method: body ? 'POST' : 'GET',
      headers: {
        Host: siteName,
        ...(body ? { 'Content-Type': type, 'Content-Length': body.length } : {}),
        ...headers,
      },
    })
    try {
      asked.end(body)
      const [answer] = await once(asked, 'response')
      return { status: answer.statusCode as number, text: await text(answer) }
    } catch {
      return undefined
    }
  }

  leave(): void {
    this.#agent.destroy()
  }
}
