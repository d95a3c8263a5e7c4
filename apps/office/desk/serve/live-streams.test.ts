import type { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepFact } from '@naic/admissions/applications/keep-fact.ts'
import { lookAt, selectLooks } from '@naic/admissions/applications/presence.ts'
import { deleteRows, expiredRows } from '@naic/admissions/retention/people-rows.ts'
import { insertRows } from '@naic/platform/database/insert-rows.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { LiveStreams } from './live-streams.ts'

/** What a page has heard so far, with the words between event and data left out. */
class Page {
  text = ''
  hasEnded = false
  readonly #stream: Readable

  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', (chunk) => (this.text += String(chunk)))
    stream.on('close', () => (this.hasEnded = true))
  }

  heard(name: string): unknown[] {
    return [...this.text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)]
      .filter(([, event]) => event === name)
      .map(([, , data = '']) => JSON.parse(data))
  }

  /** Subjects, in the order in which they were told. */
  get changed(): string[] {
    return this.heard('changed').flatMap((data) => (data as { of: string[] }).of)
  }

  get looking(): string[] {
    const looks = this.heard('looking').at(-1) as { who: string }[] | undefined
    return (looks ?? []).map(({ who }) => who)
  }

  leave = () => this.#stream.destroy()
}

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  /** Two processes of the desk. */
  let live: LiveStreams
  let other: LiveStreams
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
    live = new LiveStreams(place.database)
    other = new LiveStreams(place.database)
  })
  afterEach(async () => {
    await live.close()
    await other.close()
    await place.remove()
  })

  type Asked = Partial<Parameters<LiveStreams['open']>[0]>
  async function open(at: LiveStreams, asked: Asked = {}): Promise<Page> {
    const stream = await at.open({
      who: 'Nandini Rao',
      application: undefined,
      sinceMs: 0,
      isStillIn: async () => true,
      ...asked,
    })
    if (!stream) throw new Error('It was refused.')
    return new Page(stream)
  }
  const store = async () => {
    const row = applicationRow({})
    await storeApplications(place.database, [row])
    return row.id
  }
  const looks = () => place.database.read(selectLooks(place.database))

  test('a page hears what changes, whoever has changed it, and nothing else', async () => {
    const page = await open(live)
    await expect.poll(() => page.changed).toEqual(['applications', 'messages', 'letters', 'deeds'])
    page.text = ''
    await expect.poll(() => page.heard('beat').length).toBe(1)
    expect(page.changed).toEqual([])

    const id = await store()
    await expect.poll(() => page.changed).toContain('applications')
    const row = { id: 'm-1', received_at: '2026-01-01T00:00:00.000Z', ...ravi }
    await place.database.atomic(insertRows(place.database.build, 'contact_message', [row]))
    await expect.poll(() => page.changed).toContain('messages')
    await keepFact(place.database, id, { fact: 'score', to: '4' }, { who: 'kabir' })
    await expect.poll(() => page.changed).toContain('deeds')
    expect(page.changed).not.toContain('letters')
  })

  test('a page that comes again hears what it missed, and no more', async () => {
    const first = await open(live)
    await store()
    await expect.poll(() => first.changed).toHaveLength(5)
    const missed = await open(live, { sinceMs: 60_000 })
    const all = ['applications', 'messages', 'letters', 'deeds']
    await expect.poll(() => missed.changed).toEqual(all)
    // For some seconds a change may have gone unnoticed.
    await expect.poll(() => first.heard('beat').length).toBeGreaterThan(1)
    const last = await open(live)
    await expect.poll(() => last.heard('changed')).toEqual([{ of: [] }])
  })

  test('everybody sees who looks at an application, at every desk, until they leave', async () => {
    const id = await store()
    const hers = await open(live)
    const his = await open(other, { who: 'Kabir Shah', application: id })
    const twice = await open(other, { who: 'Kabir Shah', application: id })
    await expect.poll(() => hers.looking).toEqual(['Kabir Shah'])
    his.leave()
    await expect.poll(() => hers.heard('beat').length).toBeGreaterThan(0)
    expect(hers.looking).toEqual(['Kabir Shah'])
    twice.leave()
    await expect.poll(() => hers.looking).toEqual([])
    expect(await looks()).toEqual([])
  })

  test('a look is over by itself, holds nothing back from its age, and goes with its application', async () => {
    const { database } = place
    const id = await store()
    await lookAt(database, { application: 'none', who: 'Kabir Shah' }, new Date())
    expect(await looks()).toEqual([])
    await lookAt(database, { application: id, who: 'Kabir Shah' }, new Date(Date.now() - 46_000))
    const page = await open(live)
    expect(page.looking).toEqual([])
    await expect.poll(looks).toEqual([])

    await lookAt(database, { application: id, who: 'Kabir Shah' }, new Date())
    const [expired] = expiredRows(database.schema, '2100-01-01').map(({ from }) => from)
    expect(JSON.stringify(expired?.compile(database.build))).not.toContain('presence')
    await database.atomic(deleteRows(database, [id]))
    expect(await looks()).toEqual([])
  })

  test('a session that has ended ends its stream, and nobody else’s', async () => {
    let isIn = true
    const hers = await open(live, { isStillIn: async () => isIn })
    const his = await open(live, { who: 'Kabir Shah' })
    isIn = false
    await expect.poll(() => hers.hasEnded).toBe(true)
    expect(his.hasEnded).toBe(false)
  })

  test('one person has ten at most, and another one nevertheless', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, () => open(live)))
    await expect(open(live)).rejects.toThrow('It was refused.')
    await open(live, { who: 'Kabir Shah' })
    pages[0]?.leave()
    await expect.poll(() => pages[0]?.hasEnded).toBe(true)
    await open(live)
  })

  test('without the database every stream ends, and none begins', async () => {
    const page = await open(live)
    await place.database.close()
    await expect.poll(() => page.hasEnded).toBe(true)
    await expect(open(live)).rejects.toThrow(/./)
  })
})
