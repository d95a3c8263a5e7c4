import { setTimeout as sleep } from 'node:timers/promises'
import { file, formData } from '#support/ashas-form.ts'
import { pdf } from '#support/resumes.ts'
import { applyApi } from '#support/start-api.ts'

/** How long an honest visitor waits, on a machine that has much else to do. */
const patienceMs = 60_000

const pages = [
  '/',
  '/internships/3',
  '/internships?q=python',
  '/apply?domain=Data%20Science',
  '/verification',
]

/** What somebody was told: it is kept. */
export type Promise201 = { form: 'application' | 'contact_message'; email: string; id: string }

/**
 * People who apply, write and read pages, each from an address of their own, as long as the others
 * do what they do.
 */
export class HonestClients {
  readonly promises: Promise201[] = []
  /** What somebody did not get, or did not get in time. */
  readonly complaints: string[] = []
  readonly waitsMs: number[] = []
  pagesRead = 0
  readonly #url: string
  readonly #all: Promise<void>
  #came = 0
  #areLeaving = false

  /** @param atOnce how many there are at a time. */
  constructor(url: string, atOnce: number) {
    this.#url = url
    this.#all = Promise.all(Array.from({ length: atOnce }, () => this.#oneAfterAnother())).then()
  }

  /** Nobody new comes. @returns when the last has been served. */
  async leave(): Promise<void> {
    this.#areLeaving = true
    await this.#all
  }

  toString(): string {
    const waits = this.waitsMs.toSorted((a, b) => a - b)
    const share = (part: number) => Math.round(waits.at(Math.floor(part * (waits.length - 1))) ?? 0)
    return `${this.promises.length} forms kept, ${this.pagesRead} pages read, ${this.complaints.length} complaints; waits of ${share(0.5)} ms (half), ${share(0.99)} ms (99 %), ${share(1)} ms (longest)`
  }

  async #oneAfterAnother(): Promise<void> {
    while (!this.#areLeaving) {
      await this.#visit(this.#came++)
      await sleep(150)
    }
  }

  async #visit(number: number): Promise<void> {
    const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const email = `honest${number}@example.com`
    await this.#read(pages[number % pages.length] as string, from)
    const resume = file(Uint8Array.from(pdf(1_000 + (number % 50) * 1_000)))
    await this.#send('application', applyApi, formData({ email }, resume), email, from)
    await this.#send('contact_message', '/api/contact/', message(email), email, from)
  }

  async #read(page: string, from: string): Promise<void> {
    const answer = await this.#ask(page, from, { method: 'GET' })
    if (answer?.status === 200 && answer.text.includes('</html>')) this.pagesRead += 1
    else if (answer) this.complaints.push(`${page} was answered ${answer.status}`)
  }

  async #send(
    form: Promise201['form'],
    way: string,
    body: FormData,
    email: string,
    from: string,
  ): Promise<void> {
    const answer = await this.#ask(way, from, { method: 'POST', body })
    if (answer?.status === 201) {
      const { id } = JSON.parse(answer.text) as { id: string }
      this.promises.push({ form, email, id })
    } else if (answer) {
      this.complaints.push(`${email} was answered ${answer.status} by ${way}: ${answer.text}`)
    }
  }

  async #ask(address: string, from: string, request: RequestInit) {
    const askedAt = performance.now()
    try {
      const answer = await fetch(this.#url + address, {
        ...request,
        headers: { 'X-Forwarded-For': from },
        signal: AbortSignal.timeout(patienceMs),
      })
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      const { message: what, cause } = error as Error
      this.complaints.push(`${from} got nothing from ${address}: ${what} ${cause ?? ''}`)
      return undefined
    } finally {
      this.waitsMs.push(performance.now() - askedAt)
    }
  }
}

function message(email: string): FormData {
  const form = new FormData()
  form.append('name', 'Asha Rao')
  form.append('email', email)
  form.append('subject', 'A question about projects')
  form.append('message', 'May two of us work on one project?')
  return form
}
