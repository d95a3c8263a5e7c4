import type { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { keepFact } from '@naic/admissions/applications/keep-fact.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { eachTest } from '@naic/test/support/opened.ts'
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

  leave = () => this.#stream.destroy()
}

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))
  const live = eachTest(() => new LiveStreams(place.database))

  type Asked = Partial<Parameters<LiveStreams['open']>[0]>
  async function open(asked: Asked = {}): Promise<Page> {
    const stream = await live.open({
      who: 'Nandini Rao',
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
  test('a page hears what changes, whoever has changed it, and nothing else', async () => {
    const page = await open()
    await expect.poll(() => page.changed).toEqual(['applications', 'messages', 'letters', 'deeds'])
    page.text = ''
    await expect.poll(() => page.heard('beat').length).toBe(1)
    expect(page.changed).toEqual([])

    const id = await store()
    await expect.poll(() => page.changed).toContain('applications')
    const row = { id: 'm-1', received_at: '2026-01-01T00:00:00.000Z', ...ravi }
    await place.database.write((transaction) => insertRows(transaction, 'contact_message', [row]))
    await expect.poll(() => page.changed).toContain('messages')
    await keepFact(place.database, id, { fact: 'score', to: '4' }, { who: 'kabir' })
    await expect.poll(() => page.changed).toContain('deeds')
    expect(page.changed).not.toContain('letters')
  })

  test('a page that comes again hears what it missed, and no more', async () => {
    const first = await open()
    await store()
    await expect.poll(() => first.changed).toHaveLength(5)
    const missed = await open({ sinceMs: 60_000 })
    const all = ['applications', 'messages', 'letters', 'deeds']
    await expect.poll(() => missed.changed).toEqual(all)
    // For some seconds a change may have gone unnoticed.
    await expect.poll(() => first.heard('beat').length).toBeGreaterThan(1)
    const last = await open()
    await expect.poll(() => last.heard('changed')).toEqual([{ of: [] }])
  })

  test('a session that has ended ends its stream, and nobody else’s', async () => {
    let isIn = true
    const hers = await open({ isStillIn: async () => isIn })
    const his = await open({ who: 'Kabir Shah' })
    isIn = false
    await expect.poll(() => hers.hasEnded).toBe(true)
    expect(his.hasEnded).toBe(false)
  })

  test('one person has ten at most, and another one nevertheless', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, () => open()))
    await expect(open()).rejects.toThrow('It was refused.')
    await open({ who: 'Kabir Shah' })
    pages[0]?.leave()
    await expect.poll(() => pages[0]?.hasEnded).toBe(true)
    await open()
  })

  test('without the database every stream ends, and none begins', async () => {
    const page = await open()
    await place.database.close()
    await expect.poll(() => page.hasEnded).toBe(true)
    await expect(open()).rejects.toThrow(/./)
  })
})
