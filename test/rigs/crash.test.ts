import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { file, formData } from '../support/ashas-form.ts'
import { pdf } from '../support/resumes.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { RunningSite } from '../support/start-site.ts'

const rounds = Number(process.env['CRASH_KILLS'] ?? 6)
const clients = 8

/** One applicant and what became of the attempts to apply. */
type Applicant = {
  email: string
  resume: Buffer
  idempotencyKey: string
  /** Undefined until an answer arrived. */
  acknowledgedId: string | undefined
  attempts: number
}

/** Eight people at a time, each with another resume, some of whom give up when an answer is lost. */
class Crowd {
  readonly applicants: Applicant[] = []
  inFlight = 0
  lostAnswers = 0
  readonly otherStatuses: number[] = []
  readonly #url: string
  readonly #random: () => number
  #open = true

  constructor(url: string, random: () => number) {
    this.#url = url
    this.#random = random
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.#oneAfterAnother()))
  }

  /** Nobody new comes; those who are at it finish. */
  close(): void {
    this.#open = false
  }

  async #oneAfterAnother(): Promise<void> {
    while (this.#open) {
      const number = this.applicants.length
      const resume = pdf(1_000 + Math.floor(this.#random() * 299_000))
      resume.write(`% ${number} `, resume.indexOf('%xxx'))
      const applicant: Applicant = {
        email: `applicant${number}@example.com`,
        resume,
        idempotencyKey: randomUUID(),
        acknowledgedId: undefined,
        attempts: 0,
      }
      this.applicants.push(applicant)
      const givesUpAfter = this.#random() < 0.2 ? 1 : Number.POSITIVE_INFINITY
      while (!applicant.acknowledgedId && applicant.attempts < givesUpAfter) {
        await this.#send(applicant)
      }
      await sleep(this.#random() * 30)
    }
  }

  async #send(applicant: Applicant): Promise<void> {
    const form = formData({ email: applicant.email }, file(Uint8Array.from(applicant.resume)))

    applicant.attempts += 1
    this.inFlight += 1
    try {
      const answer = await fetch(`${this.#url}/api/internship/apply/`, {
        method: 'POST',
        body: form,
        headers: { 'Idempotency-Key': applicant.idempotencyKey },
      })
      const { id } = (await answer.json()) as { id?: string }
      if (answer.status === 201) applicant.acknowledgedId = id
      else this.otherStatuses.push(answer.status)
    } catch {
      this.lostAnswers += 1
    } finally {
      this.inFlight -= 1
    }
    if (!applicant.acknowledgedId) await sleep(100)
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type Row = {
  id: string
  email: string
  resume_key: string
  resume_bytes: number
  resume_sha256: string
}

test(
  'what was acknowledged survives every crash, once',
  { timeout: 60_000 + rounds * 5_000 },
  async () => {
    const seed = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
    console.log(`crash rig: CRASH_SEED=${seed}`)
    const random = seededRandom(seed)
    const site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000000' })
    try {
      const crowd = new Crowd(site.url, random)
      const everybody = crowd.run()
      const inFlightAtKill: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await sleep(50 + random() * 1_200)
        inFlightAtKill.push(crowd.inFlight)
        await site.kill()
        await site.boot()
      }
      crowd.close()
      await everybody
      const unsentAtLastKill = site.query('SELECT id FROM letter WHERE sent_at IS NULL').length

      // One crash more, with letters still to be sent and nobody at the door.
      await site.kill()
      await site.boot()
      expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
      await vi.waitFor(
        () => expect(site.query('SELECT id FROM letter WHERE sent_at IS NULL')).toEqual([]),
        { timeout: 90_000, interval: 100 },
      )

      const rows = site.query<Row>('SELECT * FROM application')
      const byEmail = new Map(rows.map((row) => [row.email, row]))
      const acknowledged = crowd.applicants.filter(({ acknowledgedId }) => acknowledgedId)
      const resumes = await readdir(path.join(site.dataDir, 'resumes'))
      console.log(
        `crash rig: ${acknowledged.length} acknowledged, ${rows.length} rows, ${resumes.length} resumes, ` +
          `${crowd.lostAnswers} answers lost, ${inFlightAtKill.length + 1} kills, ` +
          `in flight at each: ${inFlightAtKill.join(' ')}, ${unsentAtLastKill} letters unsent at the last`,
      )

      expect(byEmail.size, 'no applicant has two rows').toBe(rows.length)
      for (const { email, acknowledgedId } of acknowledged) {
        expect(byEmail.get(email)?.id, email).toBe(acknowledgedId)
      }
      const sent = new Map(crowd.applicants.map(({ email, resume }) => [email, resume]))
      for (const row of rows) {
        const stored = await readFile(path.join(site.dataDir, 'resumes', row.resume_key))
        expect(stored.length).toBe(row.resume_bytes)
        expect(sha256(stored)).toBe(row.resume_sha256)
        expect(stored.equals(sent.get(row.email) ?? Buffer.alloc(0)), row.email).toBe(true)
      }
      expect(site.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
      await expectTwoLettersEach(site, rows)

      expect(crowd.otherStatuses).toEqual([])
      expect(Math.max(...inFlightAtKill)).toBeGreaterThan(0)
      expect(crowd.lostAnswers).toBeGreaterThan(0)
      expect(acknowledged.length).toBeGreaterThanOrEqual(50)
    } finally {
      await site.stop()
    }
  },
)

async function expectTwoLettersEach(site: RunningSite, rows: readonly Row[]): Promise<void> {
  const letters = await Promise.all(
    (await site.letters()).map((letter) => PostalMime.parse(letter)),
  )
  const recipients = new Map(letters.map(({ messageId, to }) => [messageId, to?.[0]?.address]))
  expect(letters).toHaveLength(2 * rows.length)
  for (const { id, email } of rows) {
    expect(recipients.get(`<${id}-applicant@example.org>`)).toBe(email)
    expect(recipients.get(`<${id}-staff@example.org>`)).toBe('staff@example.org')
  }
}
