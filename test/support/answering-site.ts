import { expect } from 'vitest'
import { fetchKeys } from '@naic/ledger/verify/ask-site.ts'
import type { Site, WitnessPolicy } from '@naic/ledger/verify/evidence.ts'
import { type Examination, verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { checkFiles } from '@naic/ledger/verify/read-certificate-file.ts'
import type { IssuedCertificate } from './issue-certificate.ts'

type Answered = object | number | 'cut off'

/** A site that answers what a test wants, and a browser that remembers. */
export class AnsweringSite implements Site {
  readonly url = 'https://naic.example'
  policies: WitnessPolicy[] = []
  online = true
  /** The signed note that this browser keeps of the log. */
  seen: string | null = null
  /** Paths that were asked for, with their queries. */
  readonly asked: string[] = []
  /** What is answered under each path: a body, a status, or nothing that comes through. */
  readonly answers: Record<string, Answered> = {}
  #prove: IssuedCertificate['consistency'] | undefined

  /** Publishes a certificate with its keys and status list, as an honest site does. */
  publish(issued: IssuedCertificate, answer: Answered = issued.answer): void {
    const { statusList, listed } = issued.answer
    this.answers['/log/keys'] = { keys: issued.keys }
    this.answers['/log/status'] = { statusList, listed }
    this.#prove = issued.consistency
    this.answerForId(answer)
  }

  answerForId(answer: Answered): void {
    this.answers['/api/certificates'] = answer
  }

  /** As a page does that is opened for an ID. */
  async examine(id: string): Promise<Examination> {
    const found = await verifyById(id, this, new AbortController().signal)
    return found.state === 'examined' ? found.examination : expect.fail(found.state)
  }

  /** As the page does for files. @param keys those of the site, loaded before. */
  async examineFiles(files: readonly (File | string)[], keys = fetchKeys(this)) {
    const chosen = files.map((file) => (typeof file === 'string' ? new File([file], 'x') : file))
    const checked = await checkFiles(chosen, keys, this)
    return checked.state === 'examined' ? checked.examination : expect.fail(checked.state)
  }

  /** The same, where the network went after the page was opened. */
  async examineFilesOffline(files: readonly (File | string)[]): Promise<Examination> {
    const keys = fetchKeys(this)
    await keys
    this.goOffline()
    return this.examineFiles(files, keys)
  }

  goOffline(): void {
    this.online = false
    for (const path of Object.keys(this.answers)) this.answers[path] = 'cut off'
  }

  isOnline = () => this.online
  readPolicies = async () => this.policies
  readSeenLog = () => this.seen
  keepSeenLog = (note: string) => {
    this.seen = note
  }

  fetch = async (path: string): Promise<Response> => {
    this.asked.push(path)
    const { pathname, searchParams } = new URL(path, this.url)
    const known = pathname.replace(/^(\/api\/certificates)\/.*/, '$1')
    const answer =
      this.answers[known] ?? (pathname === '/log/proof' ? this.#proof(searchParams) : undefined)
    if (answer === undefined) return this.answerOther(path)
    if (answer === 'cut off') throw new TypeError('Failed to fetch')
    return typeof answer === 'object' ? Response.json(answer) : refusal(answer)
  }

  /** What a test does not answer itself. */
  answerOther = async (_path: string): Promise<Response> => refusal(404)

  #proof(query: URLSearchParams): Answered | undefined {
    const [from = 0, to = 0] = ['from', 'to'].map((name) => Number(query.get(name)))
    return this.#prove?.(from, to)
  }
}

const refusal = (status: number) =>
  Response.json({ detail: 'The reason.' }, { status, headers: { 'X-Request-Id': '7K3F9QXM2P' } })
