import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { askProxy, type Door } from '#support/ask-proxy.ts'
import { ashasParts, textPart } from '#support/ashas-form.ts'
import { ravi } from '#support/ravis-message.ts'
import { pdf } from '#support/resumes.ts'
import { applyApi, boundary, multipart, type Part, rightType } from '#support/start-api.ts'

type Sent = {
  email: string
  resume: Buffer | undefined
  acknowledgedId: string | undefined
}

/** People who apply, write and look certificates up, each from an address of their own. */
export class Crowd {
  readonly sent: Sent[] = []
  /** How often each status was answered; 0 for no answer. */
  readonly statuses: Record<'forms' | 'lookUps', Map<number, number>> = {
    forms: new Map(),
    lookUps: new Map(),
  }
  readonly wrong: string[] = []
  /** Certificates that there are, and whether one was revoked before this was asked. */
  readonly certificates = new Map<string, { isRevoked: boolean }>()
  readonly #door: Door
  readonly #name: string
  #open = true
  #everybody: Promise<unknown> = Promise.resolve()

  /** @param name of the crowd: nobody of it is in another. */
  constructor(door: Door, name: string) {
    this.#door = door
    this.#name = name
  }

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

  /** @param from an address of their own, by which nginx chooses the copy that answers. */
  async #goOn(act: Act, from: string): Promise<void> {
    while (this.#open) {
      await act.call(this, from)
      await sleep(Math.random() * 60)
    }
  }

  /** @returns undefined if the connection ended before there was an answer. */
  #ask(from: string, address: string, options: Parameters<typeof askProxy>[2] = {}) {
    return askProxy(this.#door, address, { localAddress: from, ...options }).catch(() => undefined)
  }

  async #apply(from: string): Promise<void> {
    const number = this.sent.length
    const email = `applicant${number}@${this.#name}.example.com`
    // One that nobody else has.
    const resume = pdf(1_000 + Math.floor(Math.random() * 199_000), `${number}`)
    const sent: Sent = { email, resume, acknowledgedId: undefined }
    await this.#insist(sent, from, applyApi, ashasParts({ email }, resume))
  }

  async #write(from: string): Promise<void> {
    const email = `writer${this.sent.length}@${this.#name}.example.com`
    const sent: Sent = { email, resume: undefined, acknowledgedId: undefined }
    const parts = Object.entries({ ...ravi, email }).map(([name, value]) => textPart(name, value))
    await this.#insist(sent, from, '/api/contact/', parts)
  }

  /** Some give up when an answer is lost; most send the same again until there is one. */
  async #insist(sent: Sent, from: string, address: string, parts: readonly Part[]) {
    this.sent.push(sent)
    const headers = { 'Content-Type': rightType, 'Idempotency-Key': randomUUID() }
    const givesUp = Math.random() < 0.2
    while (!sent.acknowledgedId) {
      const body = multipart(parts, boundary)
      const answer = await this.#ask(from, address, { headers, body })
      this.#count('forms', answer)
      if (answer?.status === 201) sent.acknowledgedId = (JSON.parse(answer.text) as Id).id
      else if (givesUp) return
      else await sleep(100)
    }
  }

  async #lookUp(from: string): Promise<void> {
    const all = [...this.certificates]
    const [id, known] = all[Math.floor(Math.random() * all.length)] ?? []
    if (!id || !known) return
    const { isRevoked } = known
    const answer = await this.#ask(from, `/api/certificates/${id}`)
    this.#count('lookUps', answer)
    if (answer?.status !== 200) return
    const { revocation } = JSON.parse(answer.text) as { revocation: unknown }
    if (isRevoked && !revocation) this.wrong.push(`${id} is revoked, and was shown as good.`)
  }

  #count(kind: 'forms' | 'lookUps', answer: { status: number } | undefined): void {
    const status = answer?.status ?? 0
    const counts = this.statuses[kind]
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
}

type Act = (from: string) => Promise<void>
type Id = { id: string }
