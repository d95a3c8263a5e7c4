import { readdir, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { expect, vi } from 'vitest'
import { noLookup, statusOf, statusOfLookup } from '@naic/site/app/server-context/load-context.ts'
import { readConfig } from '@naic/house/config.ts'
import { createApp } from '@naic/site/server/http/create-app.ts'
import type { Site } from '@naic/site/server/http/pages/site.ts'
import { type Bounds, KeptDrawings } from '@naic/site/server/pictures/kept-drawings.ts'
import { placeFile } from '@naic/house/resume-place.ts'
import { Drawer } from '@naic/site/server/pictures/drawer.ts'
import { openServices } from '@naic/site/server/services.ts'
import { copyMadeDataFolder } from './made-data-folder.ts'
import { RawConnection } from './run-server.ts'

export const applyApi = '/api/internship/apply/'

/** What `kept` says before anything was accepted, and after one application was. */
export const nothing = { rows: 0, resumes: 0, staged: 0 }
export const justOne = { rows: 1, resumes: 1, staged: 0 }

/** A refusal in words (RFC 9457). */
export const detail = {
  title: expect.stringMatching(/^[A-Z]/),
  status: expect.any(Number),
  detail: expect.stringMatching(/^[A-Z].{15,}[.]$/),
}

/** What comes at once on a quiet machine. */
const patiently = { timeout: 30_000, interval: 50 }

export type Api = Awaited<ReturnType<typeof startApi>>

/** The real web server in this process; in place of pages one shows, as JSON, what it was handed. */
export async function startApi(
  settings: Record<string, string> = {},
  site = siteThatEchoes,
  bounds?: Partial<Bounds>,
) {
  const dataDir = await copyMadeDataFolder(settings)
  const logged: string[] = []
  const log = pino({ base: null }, { write: (line) => logged.push(line) })
  const config = readConfig({ DATA_DIR: dataDir, SAMPLE_CERTIFICATES: 'on', ...settings })
  const services = await openServices(config, log)
  // It draws however busy the machine is. What takes too long for a visitor, `drawer.test.ts` says.
  const { draw } = new Drawer({ idleMs: 20_000, drawMs: 600_000 })
  services.certificates.pictures = new KeptDrawings(draw, { waitMs: 600_000, ...bounds })
  await services.staging.empty()
  const app = await createApp(services, site)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  services.outbox.start()

  const inDataDir = (name: string) => path.join(dataDir, name)
  const { read } = services.database
  const applications = () => read.selectFrom('application').selectAll().execute()

  async function letters(): Promise<Email[]> {
    const names = await readdir(inDataDir('mail'))
    const sent = names.filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(
      sent.map(async (name) =>
        PostalMime.parse(await readFile(path.join(inDataDir('mail'), name))),
      ),
    )
  }

  function expectNothingOfTheMachine(text: string) {
    const secrets = [dataDir, '/tmp', 'node:', 'node_modules', '.ts:', '127.0.0.1', 'SQLITE']
    for (const secret of secrets) expect(text).not.toContain(secret)
    if (hostname().length > 3) expect(text).not.toContain(hostname())
  }

  /** Posts, and expects that the answer gives away nothing of the machine behind it. */
  async function post(
    body: FormData | Uint8Array<ArrayBuffer> | string,
    headers: Record<string, string> = {},
    address = applyApi,
  ) {
    const response = await fetch(url + address, { method: 'POST', body, headers })
    const text = await response.text()
    expectNothingOfTheMachine(text)
    return { status: response.status, headers: response.headers, text, body: parse(text) }
  }

  return {
    url,
    dataDir,
    services,
    logged,
    applications,
    letters,
    post,
    expectNothingOfTheMachine,
    /** Asks without a connection, which would be closed after a silent minute. */
    inject: app.inject.bind(app),

    messages: () => read.selectFrom('contact_message').selectAll().execute(),

    postParts: (parts: readonly Part[], address = applyApi) =>
      post(Uint8Array.from(multipart(parts, boundary)), { 'Content-Type': rightType }, address),

    /** How much is kept: rows, resumes, and what lies in the waiting room. */
    async kept() {
      const [rows, resumes, staged] = await Promise.all([
        applications(),
        readdir(inDataDir('resumes')),
        readdir(inDataDir('tmp')),
      ])
      const kept = resumes.filter((name) => name !== placeFile)
      return { rows: rows.length, resumes: kept.length, staged: staged.length }
    },

    resume: (key: string) => readFile(path.join(inDataDir('resumes'), key)),

    lettersOnceSent: (count: number) =>
      vi.waitFor(async () => {
        const sent = await letters()
        expect(sent).toHaveLength(count)
        return sent
      }, patiently),

    letterQueueEmpty: () =>
      vi.waitFor(async () => {
        const unsent = read.selectFrom('letter').select('id').where('sent_at', 'is', null)
        expect(await unsent.execute()).toEqual([])
      }, patiently),

    async close() {
      // All was answered: without this a stop would spare open connections for a second.
      app.server.closeAllConnections()
      await app.close()
      await services.outbox.stop()
      await services.database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** JSON, or the JSON in the one page; of a plain page, nothing. */
function parse(text: string) {
  const json = /<script[^>]*>(.*)<\/script>/s.exec(text)?.[1] ?? text
  return json.startsWith('<!doctype') ? undefined : JSON.parse(json)
}

const siteThatEchoes: Site = {
  front: (_request, _response, next) => void next(),
  patterns: () => ['/apply', '/verify/:id?'],
  render: async ({ path: asked, search, posted, certificates }) => {
    const certificate =
      certificates === noLookup ? undefined : await certificates(asked.split('/').at(-1) ?? '')
    const status = certificate ? statusOfLookup(certificate) : posted ? statusOf(posted) : 200
    const shown = JSON.stringify({ address: asked + search, posted, certificate })
    return { status, html: `<script type="application/json">${shown}</script>`, headers: {} }
  },
}

export type Part = { headers: string; body: string | Buffer }

export const boundary = 'between-parts'
export const rightType = `multipart/form-data; boundary=${boundary}`

/** The bytes of a multipart body, part by part, as no browser would take the trouble to break it. */
export function multipart(parts: readonly Part[], between: string): Buffer {
  const bytes = parts.flatMap(({ headers, body }) => [
    `--${between}\r\n${headers}\r\n\r\n`,
    body,
    '\r\n',
  ])
  return Buffer.concat([...bytes, `--${between}--\r\n`].map((each) => Buffer.from(each)))
}

/** Sends bytes as they are. @returns all that was answered until the server closed the connection. */
export async function sendRaw(url: string, bytes: Buffer, then: 'end' | 'wait'): Promise<string> {
  const connection = await RawConnection.open(url, bytes)
  if (then === 'end') connection.socket.end()
  await connection.closedWithin(10_000)
  connection.socket.destroy()
  return connection.answer
}
