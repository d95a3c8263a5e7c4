import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { file, formData } from './ashas-form.ts'
import { pdf } from './resumes.ts'
import type { RunningSite } from './start-site.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** An application that was answered with 201, and when the answer came. */
export type Acknowledged = { id: string; email: string; sha256: string; at: number }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Applicants who come one after another, several at a time, each with a resume of their own. */
export class CrowdOfApplicants {
  readonly acknowledged: Acknowledged[] = []
  /** What else they were answered; 0 where there was no answer. */
  readonly others: { status: number; at: number }[] = []
  longestWaitMs = 0
  readonly #url: string
  readonly #pauseMs: number
  readonly #all: Promise<void>
  #came = 0
  #areLeaving = false

  /** @param atOnce how many there are at a time, each of whom pauses before the next comes. */
  constructor(url: string, atOnce: number, pauseMs = 30) {
    this.#url = url
    this.#pauseMs = pauseMs
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
    while (!this.#areLeaving) {
      await this.#send(this.#came++)
      await sleep(this.#pauseMs)
    }
  }

  async #send(number: number): Promise<void> {
    const resume = pdf(2_000 + (number % 40) * 2_000)
    resume.write(`% ${number} `, resume.indexOf('%xxx'))
    const email = `applicant${number}@example.com`
    const body = formData({ email }, file(Uint8Array.from(resume)))
    const askedAt = performance.now()
    try {
      const answer = await fetch(`${this.#url}/api/internship/apply/`, { method: 'POST', body })
      const { id = '' } = (await answer.json()) as { id?: string }
      const at = Date.now()
      if (answer.status === 201) {
        this.acknowledged.push({ id, email, sha256: sha256(resume), at })
        this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - askedAt)
      } else this.others.push({ status: answer.status, at })
    } catch {
      this.others.push({ status: 0, at: Date.now() })
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
