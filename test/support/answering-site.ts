import type { Site, WitnessPolicy } from '@naic/ledger/verify/evidence.ts'
import type { IssuedCertificate } from './issue-certificate.ts'

type Answered = object | number | 'cut off'

/**
 * A site that answers what a test wants, and a browser that remembers: the checks of certificates
 * know nothing else of the world.
 */
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
    this.answers['/.well-known/did.json'] = issued.did
    this.answers['/log/keys'] = { keys: issued.keys }
    this.answers['/log/status'] = { statusList, listed }
    this.#prove = issued.consistency
    this.answerForId(answer)
  }

  answerForId(answer: Answered): void {
    this.answers['/api/certificates'] = answer
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
      this.answers[known] ?? (pathname === '/log/proof' ? this.#proof(searchParams) : 404)
    if (answer === 'cut off') throw new TypeError('Failed to fetch')
    if (typeof answer === 'object') return Response.json(answer)
    const headers = { 'X-Request-Id': '7K3F9QXM2P' }
    return Response.json({ detail: 'The reason.' }, { status: answer, headers })
  }

  #proof(query: URLSearchParams): Answered {
    const [from = 0, to = 0] = ['from', 'to'].map((name) => Number(query.get(name)))
    return this.#prove?.(from, to) ?? 404
  }
}
