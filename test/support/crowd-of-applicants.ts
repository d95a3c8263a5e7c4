import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { file, formData } from './ashas-form.ts'
import { pdf } from './resumes.ts'
import { applyApi } from './start-api.ts'
import type { RunningSite } from './start-site.ts'

/** An application that was answered with 201, and when the answer came. */
type Acknowledged = { id: string; email: string; sha256: string; at: number }

type Manners = {
  pauseMs?: number
  /** Most send the same again, as the form does, until it is acknowledged; one in five gives up. */
  insist?: boolean
  /** Each reads one of these first. */
  pages?: readonly string[]
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Several apply at a time, each with a resume and, behind a proxy, an address of their own. */
export class CrowdOfApplicants {
  readonly acknowledged: Acknowledged[] = []
  /** Every other answer; status 0 if there was none. */
  readonly others: { status: number; text: string }[] = []
  readonly #url: string
  readonly #manners: Manners
  readonly #all: Promise<void>
  #came = 0
  #areLeaving = false

  /** @param atOnce how many there are at a time, each of whom pauses before the next comes. */
  constructor(url: string, atOnce: number, manners: Manners = {}) {
    this.#url = url
    this.#manners = manners
    this.#all = Promise.all(Array.from({ length: atOnce }, () => this.#oneAfterAnother())).then()
  }

  /** Nobody new comes. @returns when the last has an answer. */
  async leave(): Promise<void> {
    this.#areLeaving = true
    await this.#all
  }

  /** @returns once so many more were acknowledged. */
  async serve(count: number): Promise<void> {
    const enough = this.acknowledged.length + count
    while (this.acknowledged.length < enough) await sleep(20)
  }

  async #oneAfterAnother(): Promise<void> {
    const { pauseMs = 30, insist = false, pages = [] } = this.#manners
    while (!this.#areLeaving) {
      const number = this.#came++
      const page = pages[number % pages.length]
      const from = `10.0.${(number >> 8) & 255}.${number & 255}`
      if (page !== undefined) await this.#ask(page, from)
      const key = randomUUID()
      const triesAgain = insist && number % 5 > 0
      for (;;) {
        if ((await this.#apply(number, from, key)) || !triesAgain) break
        await sleep(100)
      }
      await sleep(pauseMs)
    }
  }

  async #apply(number: number, from: string, key: string): Promise<boolean> {
    const resume = pdf(2_000 + (number % 40) * 2_000, `${number}`)
    const email = `applicant${number}@example.com`
    const body = formData({ email }, file(Uint8Array.from(resume)))
    const headers = { 'Idempotency-Key': key }
    const answer = await this.#ask(applyApi, from, { method: 'POST', body, headers })
    if (answer?.status !== 201) return false
    const { id } = JSON.parse(answer.text) as { id: string }
    this.acknowledged.push({ id, email, sha256: sha256(resume), at: Date.now() })
    return true
  }

  async #ask(address: string, from: string, { headers, ...request }: RequestInit = {}) {
    try {
      const answer = await fetch(this.#url + address, {
        ...request,
        headers: { ...headers, 'X-Forwarded-For': from },
        signal: AbortSignal.timeout(60_000),
      })
      const { status } = answer
      const text = await answer.text()
      if (!answer.ok) this.others.push({ status, text })
      return { status, text }
    } catch (error) {
      this.others.push({ status: 0, text: String(error) })
      return undefined
    }
  }
}

/** @returns the ids of those that are not stored as they were sent, row and resume. */
export async function lostOf(
  site: Pick<RunningSite, 'query' | 'dataDir'>,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  type Row = { id: string; email: string; resume_key: string }
  const rows = new Map(
    site.query<Row>('SELECT id, email, resume_key FROM application').map((row) => [row.id, row]),
  )
  const lost: string[] = []
  for (const one of acknowledged) {
    const row = rows.get(one.id)
    const resume = row && path.join(site.dataDir, 'resumes', row.resume_key)
    const bytes = resume && (await readFile(resume).catch(() => undefined))
    if (row?.email !== one.email || !bytes || sha256(bytes) !== one.sha256) lost.push(one.id)
  }
  return lost
}
