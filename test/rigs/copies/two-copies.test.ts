import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apply } from '#support/apply-by-number.ts'
import type { NamedWrite } from '#support/kill-at.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { CouncilDesk } from './council-desk.ts'
import {
  expectEveryFormKept,
  expectLettersOnce,
  expectOneLog,
  sweepLater,
} from './what-is-there.ts'
import { Crowd } from './crowd.ts'
import { TwoCopies } from './two-copies.ts'

/** Where each copy is killed in turn, while the other one is at work. */
const kills: NamedWrite[] = [
  { at: 'send', of: 'PUT /\\S+/resumes/', nth: 2 },
  { at: 'send', of: 'PUT /\\S+/resumes/', nth: 2, when: 'after' },
  { at: 'commit', of: 'application', nth: 2 },
  { at: 'commit', of: 'application', nth: 2, when: 'after' },
  { at: 'commit', of: 'contact_message', when: 'after' },
  // Letters that a copy has just taken into its hands, and one that its relay has, of which no row says so.
  { at: 'commit', of: 'letter', nth: 6, when: 'after' },
  { at: 'send', of: '^MAIL FROM', nth: 3 },
  { at: 'send', of: '^\\.\\r\\n$|\\r\\n\\.\\r\\n$', nth: 3, when: 'after' },
]

onARealStore('Two copies of the server', (store) => {
  const site = new TwoCopies(store)
  let first: Awaited<ReturnType<TwoCopies['begin']>>
  beforeAll(async () => {
    first = await site.begin()
  })
  afterAll(() => site.end())

  const rows = () =>
    site.place.query<{ email: string; resume_key: string }>('SELECT * FROM application')

  test('that begin on an empty database at once, beside the council, make one registry', async () => {
    expect(first).toMatch(/^NAIC/)
    expect(await site.place.query('SELECT id FROM registry')).toHaveLength(1)
    const notes = await Promise.all(
      site.copies.map(async ({ site: { url } }) => (await fetch(`${url}/log/checkpoint`)).text()),
    )
    expect(notes[0]).toMatch(/^www\.example\.org\/log\n\d+\n/)
    expect(notes[1]).toBe(notes[0])
    expect(await site.council(['log', 'verify'], 'desk')).toMatchObject({ code: 0, stderr: '' })
  })

  test('keep nothing of their own', async () => {
    for (const { site: copy } of site.copies) {
      expect((await readdir(copy.dataDir)).sort()).toEqual(['server.lock', 'tmp'])
    }
  })

  test('store once what is sent to both at the same moment', async () => {
    for (let number = 0; number < 20; number += 1) {
      const sent = site.copies.map((copy) => apply(copy.site.url, number))
      const [one, other] = await Promise.all(sent)
      expect([one?.status, other?.status]).toEqual([201, 201])
      expect(other?.body).toEqual(one?.body)
    }
    const stored = await rows()
    expect(stored).toHaveLength(20)
    expect(new Set(stored.map(({ email }) => email)).size).toBe(20)
    const left = await sweepLater(site.settings)
    expect(left.sort()).toEqual(stored.map((row) => row.resume_key).sort())
    await vi.waitFor(() => expect(site.handedOver().size).toBe(40))
    expect([...site.handedOver().values()].filter((by) => by.length > 1)).toEqual([])
  })

  test('are stopped and started in turn, and forms go on', async () => {
    const crowd = new Crowd(site.nginx.door, 'stops')
    crowd.come({ applicants: 4, writers: 2, readers: 0 })
    for (let round = 0; round < 2; round += 1) {
      for (const copy of site.copies) {
        const before = crowd.taken
        await expect.poll(() => crowd.taken).toBeGreaterThan(before + 5)
        expect(await copy.site.finish()).toBe(0)
        await copy.site.boot()
      }
    }
    await crowd.leave()
    const { 201: _taken, ...refused } = Object.fromEntries(crowd.statuses.forms)
    // At each of the four stops a connection that the kernel made before it, and nobody accepted.
    expect(refused).toSatisfy(({ 503: count = 0, ...others }: Record<number, number>) => {
      return count <= 4 && Object.keys(others).length === 0
    })
  })

  test('are killed again and again, and lose nothing', { timeout: 600_000 }, async () => {
    const crowd = new Crowd(site.nginx.door, 'kills')
    const desk = new CouncilDesk(site, crowd)
    crowd.come({ applicants: 6, writers: 2, readers: 2 })
    let isOver = false
    const killing = site.copies.map(async (copy) => {
      await copy.site.kill()
      for (const write of kills) await copy.dieAt(write)
      await copy.site.boot()
    })
    const everyKill = Promise.all(killing).finally(() => (isOver = true))
    const watching = desk.watchLog(() => isOver)
    await desk.work(() => isOver)
    await Promise.all([everyKill, watching])
    await expect.poll(() => site.copies.every((copy) => copy.hasServed())).toBe(true)
    await crowd.leave()

    // What was in the hands of those who were killed goes out when the database gives it up.
    for (const { site: copy } of site.copies) expect(await copy.finish()).toBe(0)
    const waited = await site.endLeases()
    await Promise.all(site.copies.map((copy) => copy.site.boot()))
    // A letter that was held back is about a certificate that was revoked before it went out.
    const unsent = () =>
      site.place.query('SELECT id FROM letter WHERE sent_at IS NULL AND held_at IS NULL')
    const sent = async () => expect(await unsent()).toEqual([])
    await vi.waitFor(sent, { interval: 200 })
    console.log(`copies rig: ${waited} letters waited for a copy that was killed`)

    await expectEveryFormKept(site, crowd)
    await expectLettersOnce(site)
    await expectOneLog(site, desk)
    expect(crowd.wrong).toEqual([])
    for (const status of crowd.statuses.forms.keys()) expect([0, 201, 503]).toContain(status)
    for (const status of crowd.statuses.lookUps.keys()) expect([0, 200, 503]).toContain(status)
  })
})
