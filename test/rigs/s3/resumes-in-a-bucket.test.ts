import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apply, notStored } from '#support/apply-by-number.ts'
import { formData } from '#support/ashas-form.ts'
import { FaultyWire } from '#support/faulty-wire.ts'
import { onARealStore } from '#support/on-a-real-store.ts'
import { refusedStart } from '#support/refused-start.ts'
import { pdf } from '#support/resumes.ts'
import { runCouncil } from '#support/council.ts'
import { type Api, startApi } from '#support/start-api.ts'
import { startSwiftProxy } from '#support/start-swift.ts'
import { readConfig } from '@naic/installation/config.ts'
import { startDesk } from '@naic/office/desk/serve/start-desk.ts'
import { freePort } from '@naic/site/server/dev/free-port.ts'

const minutes = 60_000

onARealStore('Resumes in a bucket', (real) => {
  describe('a site with its resumes in a bucket', () => {
    let settings: Record<string, string>
    let wire: FaultyWire
    let api: Api
    beforeEach(async () => {
      wire = await FaultyWire.open(real.port)
      settings = real.settings(wire.port)
      api = await startApi(settings)
    })
    afterEach(async () => {
      await api.close()
      await wire.close()
    })

    const keysIn = async () => {
      const keys: string[] = []
      for await (const { key } of api.services.files.list()) keys.push(key)
      return keys
    }
    const ready = async () => (await fetch(`${api.url}/ready`)).status

    test('keeps them there, once each, and nothing of them in the data folder', async () => {
      const resume = pdf(2_000_000)
      const first = await apply(api.url, 1, resume)
      expect(first.status).toBe(201)
      expect((await apply(api.url, 1, resume)).body).toEqual(first.body)
      const [row, ...more] = await api.applications()
      expect(more).toEqual([])
      expect(await keysIn()).toEqual([row?.resume_key])
      const kept = await api.services.files.read(row?.resume_key ?? '')
      expect(kept && (await buffer(kept)).equals(resume)).toBe(true)
      expect(await api.kept()).toEqual({ rows: 1, resumes: 0, staged: 0 })
      expect(await readdir(path.join(api.dataDir, 'tmp'))).toEqual([])
    })

    test('gives them to the council’s command line', { timeout: minutes }, async () => {
      const { body } = await apply(api.url, 1, pdf())
      const { code, stdout, stderr } = await runCouncil(api.dataDir, ['resume', body.id], settings)
      expect(stderr).toBe('The applicant called the file "cv.pdf".\n')
      expect(code).toBe(0)
      expect(stdout).toMatch(/^%PDF/)
    })

    test('lets the desk hand them over, and erase them', { timeout: minutes }, async () => {
      const { body } = await apply(api.url, 1, pdf(2_000))
      await apply(api.url, 2)
      await api.letterQueueEmpty()
      const desk = await startDesk(readConfig({ ...settings, DATA_DIR: api.dataDir }), 0)
      const post = async (address: string, sent: object, headers: Record<string, string>) => {
        const init = { method: 'POST', body: JSON.stringify(sent) }
        const all = { 'Content-Type': 'application/json', ...headers }
        return fetch(desk.url + address, { ...init, headers: all })
      }
      const [, token = ''] = desk.newAddress().split('#open=')
      const opened = await post('/api/session', {}, { 'X-Desk-Token': token })
      const { session } = (await opened.json()) as { session: string }
      const ask = (address: string, sent: object) =>
        post(address, sent, { 'X-Desk-Session': session })

      const whom = { reference: body.id }
      const zip = Buffer.from(await (await ask('/api/people/export', { whom })).arrayBuffer())
      expect(zip.toString('latin1')).toContain('resumes/NAIC-')
      const asked = { whom, withCertificates: false }
      const plan = await (await ask('/api/people/erase/plan', asked)).json()
      expect(plan).toMatchObject({ state: 'planned' })
      const { seal } = plan as { seal: string }

      wire.goesWrong({ kind: 'silence' })
      expect((await ask('/api/people/erase', { ...asked, seal })).status).toBe(503)
      wire.goesWrong({ kind: 'none' })
      expect(await api.applications()).toHaveLength(2)
      const done = await (await ask('/api/people/erase', { ...asked, seal })).json()
      expect(done).toMatchObject({ state: 'done', resumesLeft: 0, isClean: true })
      const [left, ...more] = await api.applications()
      expect(more).toEqual([])
      expect(await keysIn()).toEqual([left?.resume_key])
      await desk.close()
    })

    test(
      'while its store does not answer, serves pages, and the application waits',
      { timeout: minutes },
      async () => {
        wire.goesWrong({ kind: 'silence' })
        let isAnswered = false
        const waiting = apply(api.url, 1).finally(() => (isAnswered = true))
        while ((await readdir(path.join(api.dataDir, 'tmp'))).length === 0)
          await fetch(`${api.url}/healthz`)
        for (let page = 0; page < 20; page += 1) {
          expect((await fetch(`${api.url}/apply`)).status).toBe(200)
        }
        expect(await ready()).toBe(503)
        expect(isAnswered).toBe(false)
        wire.goesWrong({ kind: 'none' })
        expect((await waiting).status).toBe(201)
        expect(await ready()).toBe(200)
      },
    )

    test(
      'whose store stays silent gives the application up in time, and names no part of it',
      { timeout: minutes },
      async () => {
        wire.goesWrong({ kind: 'silence' })
        const begun = Date.now()
        const refused = await api.post(formData())
        // The promise is some 20 seconds; the machine of the tests may be slow.
        expect(Date.now() - begun).toBeLessThan(120_000)
        expect(refused.status).toBe(503)
        expect(refused.body).toEqual(notStored)
        expect(refused.text).not.toMatch(/s3|bucket|naic-tests/i)
        expect(await api.kept()).toEqual({ rows: 0, resumes: 0, staged: 0 })
        const logged = api.logged.join('')
        expect(logged).toMatch(/The bucket of FILES_URL, .+, cannot be reached/)
        expect(logged).not.toContain(settings['AWS_SECRET_ACCESS_KEY'])
      },
    )
  })

  test(
    'while the store is down nothing is acknowledged; once it is up again, all is well by itself',
    { timeout: 2 * minutes },
    async () => {
      const port = await freePort()
      let store = await startSwiftProxy(real.swift, port)
      const settings = real.settings(port)
      const api = await startApi(settings)
      try {
        const before = await apply(api.url, 0)
        expect(before.status).toBe(201)

        await store.stop()
        const [ready, ...answers] = await Promise.all([
          fetch(`${api.url}/ready`),
          ...[1, 2, 3].map((number) => apply(api.url, number)),
        ])
        expect(ready.status).toBe(503)
        for (const { status, body, headers } of answers) {
          expect(status).toBe(503)
          expect(body).toEqual(notStored)
          expect(headers.get('retry-after')).toBe('60')
        }
        expect(await api.applications()).toMatchObject([{ id: before.body.id }])

        store = await startSwiftProxy(real.swift, port)
        for (const number of [1, 2, 3]) expect((await apply(api.url, number)).status).toBe(201)
        expect((await fetch(`${api.url}/ready`)).status).toBe(200)
        const keys = []
        for await (const { key } of api.services.files.list()) keys.push(key)
        const rows = await api.applications()
        expect(keys.sort()).toEqual(rows.map((row) => row.resume_key).sort())
        expect(rows).toHaveLength(4)
      } finally {
        await api.close()
        await store.stop()
      }
    },
  )

  describe('the start is refused, in a sentence that names the setting,', () => {
    let folder: string
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'naic-settings-'))
    })
    afterEach(() => rm(folder, { recursive: true }))

    test.each<[string, RegExp, Record<string, string>]>([
      ['with a wrong secret', /AWS_SECRET_ACCESS_KEY/, { AWS_SECRET_ACCESS_KEY: 'hunter2' }],
      [
        'without such a bucket',
        /no such bucket.*FILES_URL/,
        { FILES_URL: `s3://nobodys?endpoint=${real.swift.endpoint}` },
      ],
    ])('%s', { timeout: minutes }, async (_where, named, wrong) => {
      const settings = { ...real.settings(), ...wrong }
      const sentence = await refusedStart({ DATA_DIR: path.join(folder, 'data'), ...settings })
      expect(sentence).toMatch(named)
      expect(sentence).not.toMatch(/hunter2|testing/)
    })
  })
})
