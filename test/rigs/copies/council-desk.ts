import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { revokeIn } from '#support/issue-in.ts'
import type { Crowd } from './crowd.ts'
import type { TwoCopies } from './two-copies.ts'

/** The council at two machines, which issues, revokes and rotates while the copies are killed. */
export class CouncilDesk {
  readonly #site: TwoCopies
  readonly #crowd: Crowd
  readonly issued = new Map<string, string>()
  /** By size: what the copies said of the log. */
  readonly checkpoints = new Map<number, string>()

  constructor(site: TwoCopies, crowd: Crowd) {
    this.#site = site
    this.#crowd = crowd
  }

  /** Goes on until it is over; four rounds at least, and both keys are rotated on the way. */
  async work(isOver: () => boolean): Promise<void> {
    for (let round = 0; !isOver() || round < 4; round += 1) {
      await this.#issueAtBoth(round)
      await this.#revokeOne(round)
      const use = [undefined, 'credentials', 'log'][round]
      if (use) await this.#council(['keys', 'rotate', use], 'b')
    }
  }

  /** One batch at each machine at the same moment, and two rows that are in both. */
  async #issueAtBoth(round: number): Promise<void> {
    const both = ['a', 'b'].map((machine) =>
      this.#issue(machine, [
        ...[1, 2, 3].map((row) => `${round}-${machine}-${row}`),
        `${round}-both-1`,
        `${round}-both-2`,
      ]),
    )
    for (const [reference, id] of (await Promise.all(both)).flat()) {
      expect(this.issued.get(reference) ?? id, `of ${reference} there is one`).toBe(id)
      this.issued.set(reference, id)
      if (!this.#crowd.certificates.has(id)) this.#crowd.certificates.set(id, { isRevoked: false })
    }
  }

  async #issue(machine: string, references: readonly string[]) {
    const rows = references.map(
      (reference) =>
        `${reference},Asha of ${reference},Web Development,4 Weeks,2026-03-14,holder-${reference}@example.com`,
    )
    const csv = path.join(this.#site.folder, `${machine}.csv`)
    const heading = 'reference,holder,domain,duration,verified_on,email'
    await writeFile(csv, [heading, ...rows, ''].join('\n'))
    const stdout = await this.#council(
      ['certificates', 'issue', '--sheet', csv, '--yes', '--json'],
      machine,
    )
    const printed = JSON.parse(stdout) as { reference: string; id: string }[]
    expect(printed.map(({ reference }) => reference)).toEqual(references)
    return printed.map(({ reference, id }) => [reference, id] as const)
  }

  /** Seen through either copy as soon as the command has ended. */
  async #revokeOne(round: number): Promise<void> {
    const id = this.issued.get(`${round}-both-1`) ?? ''
    await revokeIn(this.#site.of('a'), id)
    this.#crowd.certificates.set(id, { isRevoked: true })
    for (const { site } of this.#site.copies) {
      const answer = await insist(`${site.url}/api/certificates/${id}`)
      expect(answer, site.url).toMatchObject({ revocation: expect.anything() })
    }
  }

  async #council(words: readonly string[], machine: string): Promise<string> {
    const { code, stdout, stderr } = await this.#site.council(words, machine)
    expect(code, stderr).toBe(0)
    return stdout
  }

  /** Notes the newest checkpoint of each copy that is there; two of one size must be one. */
  async watchLog(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      for (const { site } of this.#site.copies) {
        const answer = await fetch(`${site.url}/log/checkpoint`).catch(() => undefined)
        const note = answer?.ok ? await answer.text().catch(() => '') : ''
        const size = Number(note.split('\n')[1])
        if (!note) continue
        expect(this.checkpoints.get(size) ?? note).toBe(note)
        this.checkpoints.set(size, note)
      }
      await sleep(100)
    }
  }
}

/** A copy that is just being started again answers a little later. */
const insist = (url: string): Promise<unknown> =>
  vi.waitFor(
    async () => {
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      return answer.json()
    },
    { interval: 100 },
  )
