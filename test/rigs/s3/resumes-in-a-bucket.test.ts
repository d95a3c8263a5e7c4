import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { apply, notStored } from '#support/apply-by-number.ts'
import { FaultyWire } from '#support/faulty-wire.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { OpenDesk } from '#support/open-desk.ts'
import { eachTest, newFolder } from '#support/opened.ts'
import { refusedStart } from '#support/refused-start.ts'
import { pdf } from '#support/resumes.ts'
import { councilIn } from '#support/council.ts'
import { startApi } from '#support/start-api.ts'

onARealStore('A site with its resumes in a bucket', (real) => {
  const wire = eachTest(() => FaultyWire.open(real.port))
  let settings: Record<string, string>
  const api = eachTest(() => {
    settings = real.settings(wire.port)
    return startApi(settings)
  })

  const keysIn = async () => {
    const keys: string[] = []
    for await (const { key } of api.services.files.list()) keys.push(key)
    return keys.toSorted()
  }
  const keysOfRows = async () =>
    (await api.applications()).map(({ resume_key }) => resume_key).toSorted()
  const ready = async () => (await fetch(`${api.url}/ready`)).status

  test('keeps them there, once each, and nothing of them in the data folder', async () => {
    const resume = pdf(2_000_000)
    const first = await apply(api.url, 1, resume)
    expect(first.status).toBe(201)
    expect((await apply(api.url, 1, resume)).body).toEqual(first.body)
    const [key = '', ...more] = await keysOfRows()
    expect(more).toEqual([])
    expect(await keysIn()).toEqual([key])
    const kept = await api.services.files.read(key)
    expect(kept && (await buffer(kept)).equals(resume)).toBe(true)
    expect(await api.kept()).toEqual({ rows: 1, resumes: 0, staged: 0 })
  })

  test('is looked at by "doctor", which leaves nothing there and shows no secret', async () => {
    const right = await councilIn(api.dataDir, ['doctor'], settings)
    expect(right.stdout).toMatch(/resumes: .+ reads back\s+and\s+removes/)
    expect(await keysIn()).toEqual([])
    const wrong = { ...settings, AWS_SECRET_ACCESS_KEY: 'another-secret-of-ours' }
    const { code, shown } = await councilIn(api.dataDir, ['doctor'], wrong)
    expect([code, shown]).toEqual([1, expect.stringMatching(/^WRONG {4}resumes: /m)])
    expect(shown).not.toContain(wrong.AWS_SECRET_ACCESS_KEY)
  })

  test('lets the desk hand them over, and erase them once the store answers', async () => {
    const { body } = await apply(api.url, 1, pdf(2_000))
    await apply(api.url, 2)
    await api.letterQueueEmpty()
    const desk = await OpenDesk.open({ ...settings, DATA_DIR: api.dataDir })
    const member = await desk.enter()

    const whom = { reference: body.id }
    const zip = await member.post('/api/people/export', { whom })
    expect(zip.text).toContain('resumes/NAIC-')
    const asked = { whom, withCertificates: false }
    const { seal } = (await member.post('/api/people/erase/plan', asked)).body

    wire.goesWrong({ kind: 'silence' })
    expect((await member.post('/api/people/erase', { ...asked, seal })).status).toBe(503)
    wire.goesWrong({ kind: 'none' })
    expect(await api.applications()).toHaveLength(2)
    const done = await member.post('/api/people/erase', { ...asked, seal })
    expect(done.body).toMatchObject({ state: 'done', resumesLeft: 0, isClean: true })
    expect(await keysOfRows()).toHaveLength(1)
    expect(await keysIn()).toEqual(await keysOfRows())
    expect(await desk.close()).toBe(0)
  })

  test('while its store does not answer, serves pages, and the application waits', async () => {
    wire.goesWrong({ kind: 'silence' })
    const waiting = apply(api.url, 1)
    await expect.poll(() => readdir(path.join(api.dataDir, 'tmp'))).not.toEqual([])
    expect((await fetch(`${api.url}/apply`)).status).toBe(200)
    expect(await ready()).toBe(503)
    wire.goesWrong({ kind: 'none' })
    expect((await waiting).status).toBe(201)
    expect(await ready()).toBe(200)
  })

  test('whose store stays silent gives the application up, and names no part of it', async () => {
    wire.goesWrong({ kind: 'silence' })
    const { status, body } = await apply(api.url, 1)
    expect({ status, body }).toEqual({ status: 503, body: notStored })
    expect(JSON.stringify(body)).not.toMatch(/s3|bucket|naic-tests/i)
    expect(await api.kept()).toEqual({ rows: 0, resumes: 0, staged: 0 })
    const logged = api.logged.join('')
    expect(logged).toMatch(/The bucket of FILES_URL, .+, cannot be reached/)
    expect(logged).not.toContain(settings['AWS_SECRET_ACCESS_KEY'])
  })

  test('while its store is down acknowledges nothing; once it is up again, all is well by itself', async () => {
    const before = await apply(api.url, 0)
    expect(before.status).toBe(201)
    await wire.close()
    for (const { status, body, headers } of await Promise.all(
      [1, 2, 3].map((number) => apply(api.url, number)),
    )) {
      expect({ status, body }).toEqual({ status: 503, body: notStored })
      expect(headers.get('retry-after')).toBe('60')
    }
    expect(await ready()).toBe(503)
    expect(await api.applications()).toMatchObject([{ id: before.body.id }])

    await wire.reopen()
    for (const number of [1, 2, 3]) expect((await apply(api.url, number)).status).toBe(201)
    expect(await ready()).toBe(200)
    expect(await keysOfRows()).toHaveLength(4)
    expect(await keysIn()).toEqual(await keysOfRows())
  })
})

onARealStore('A wrong secret', (real) => {
  test('stops the start, in a sentence that names the setting and does not show it', async () => {
    const folder = await newFolder()
    const AWS_SECRET_ACCESS_KEY = 'hunter2'
    const settings = { DATA_DIR: folder.file('data'), ...real.settings() }
    const sentence = await refusedStart({ ...settings, AWS_SECRET_ACCESS_KEY })
    expect(sentence).toContain('AWS_SECRET_ACCESS_KEY')
    expect(sentence).not.toMatch(/hunter2|testing/)
    await folder.remove()
  })
})
