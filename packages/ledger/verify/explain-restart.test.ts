import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RestartStatement } from '#format/log-restart.ts'
import type { KeyRange } from '#format/published-keys.ts'
import { rotateKey } from '@naic/registry/change-keys.ts'
import { restartLog } from '@naic/registry/restart-log.ts'
import { AnsweringSite } from '@naic/test/support/answering-site.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { issueAt } from '@naic/test/support/start-registry.ts'
import { fetchKeys } from './ask-site.ts'
import { verifyById } from './examine-certificate.ts'
import { checkFiles } from './read-certificate-file.ts'

const settings = { SITE_URL: 'https://naic.example' }
const reason = 'The disk failed on Sunday.'
/** One of the samples, which every backup has. */
const kept = 'NAIC25A7K2M'

const registryOf = ({ services }: Api) => services.certificates.registry

const issue = async (api: Api) => (await issueAt(registryOf(api), {}))[0] ?? ''

/** The site as the network shows it. */
class ShownSite {
  api: Api
  /** What it gives out as statements, in place of its own; a status, or nothing that comes through. */
  restarts: unknown[] | number | 'cut off' | undefined
  /** Keys that it lists besides its own. */
  readonly planted: KeyRange[] = []

  constructor(api: Api) {
    this.api = api
  }

  fetch = async (path: string): Promise<Response> => {
    const { restarts } = this
    if (path === '/log/restarts' && restarts !== undefined) {
      if (restarts === 'cut off') throw new TypeError('Failed to fetch')
      if (Array.isArray(restarts)) return Response.json({ restarts })
      return Response.json({ detail: 'No.' }, { status: restarts })
    }
    const { body, statusCode } = await this.api.inject(path)
    const answer = JSON.parse(body) as { keys?: KeyRange[] }
    answer.keys?.push(...this.planted)
    return Response.json(answer, { status: statusCode })
  }
}

/** A browser that remembers. */
class Visitor extends AnsweringSite {
  constructor(shown: ShownSite) {
    super()
    this.fetch = shown.fetch
  }

  async check(id: string) {
    const found = await verifyById(id, this, new AbortController().signal)
    return found.state === 'examined' ? found.examination : expect.fail(found.state)
  }

  async checkFile(...files: File[]) {
    const found = await checkFiles(files, fetchKeys(this), this)
    return found.state === 'examined' ? found.examination : expect.fail(found.state)
  }

  async expectRed() {
    const { verdict, comparison } = await this.check(kept)
    expect(verdict).toBe('doubtful')
    expect(['smaller', 'changed']).toContain(comparison.state)
  }
}

/** As its holder downloads it. */
const filesOf = (api: Api, id: string) =>
  Promise.all(
    ['json', 'tlog-proof'].map(async (end) => {
      const { body } = await api.inject(`/credentials/${id}.${end}`)
      return new File([body], `${id}.${end}`)
    }),
  ) as Promise<[File, File]>

/** All begin with the same keys and the same log, as copies of one data folder do. */
async function startCopy(): Promise<Api> {
  const api = await startApi(settings)
  opened.push(api)
  return api
}
const opened: Api[] = []
afterAll(() => Promise.all(opened.map((api) => api.close())))

let council: Api
let restored: Api
let site: ShownSite
let visitor: Visitor
let lost: string
/** How many entries the backup has. */
let left: number

/** Starts the council, which issues one more, and what was restored of a backup from before. */
async function startBoth(): Promise<void> {
  council = await startCopy()
  restored = await startCopy()
  site = new ShownSite(council)
  visitor = new Visitor(site)
  left = (await registryOf(restored).log.begunHead()).size
  lost = await issue(council)
}

/** The visitor sees all of the log; then the site is the restored one. */
async function lose(): Promise<void> {
  expect((await visitor.check(kept)).verdict).toBe('verified')
  site.api = restored
}

describe('after a restart that the council signed', () => {
  let statement: RestartStatement
  let keptFiles: [File, File]
  let lostFiles: [File, File]
  let seen: string | null
  beforeAll(async () => {
    await startBoth()
    keptFiles = await filesOf(council, kept)
    lostFiles = await filesOf(council, lost)
    await lose()
    await visitor.expectRed()
    ;({ statement } = await restartLog(registryOf(restored), reason))
    seen = visitor.seen
  })
  beforeEach(() => {
    visitor = new Visitor(site)
    visitor.seen = seen
    site.restarts = undefined
  })

  test('who saw more reads why, and who saw less or nothing has it verified', async () => {
    const { at } = statement
    const comparison = { state: 'restarted', isOfLost: false, reason, at }
    expect(await visitor.check(kept)).toMatchObject({ verdict: 'incomplete', comparison })
    expect(await new Visitor(site).check(kept)).toMatchObject({ verdict: 'verified' })
    // It stays so, for as long as the browser remembers.
    expect(await visitor.check(kept)).toMatchObject({ verdict: 'incomplete', comparison })
  })

  test('what was recorded since is verified to who knows the restart for a week', async () => {
    const added = await issue(restored)
    const early = await visitor.check(added)
    expect(early).toMatchObject({ verdict: 'incomplete', comparison: { isOfLost: false, reason } })
    const aged = JSON.parse(visitor.seen ?? '')
    aged[statement.new.origin].since = new Date(Date.now() - 8 * 86_400_000).toISOString()
    visitor.seen = JSON.stringify(aged)
    const late = await visitor.check(added)
    expect(late).toMatchObject({ verdict: 'verified', comparison: { restart: { reason } } })
    expect(await visitor.check(kept)).toMatchObject({ verdict: 'incomplete' })
    const fresh = await new Visitor(site).check(added)
    expect(fresh).toMatchObject({ verdict: 'verified', comparison: { seen: undefined } })
  })

  test('files of the lost stretch are explained, and never verified', async () => {
    const fresh = new Visitor(site)
    const comparison = { state: 'restarted', isOfLost: true, reason }
    const explained = { verdict: 'incomplete', comparison }
    expect(await visitor.checkFile(...lostFiles)).toMatchObject(explained)
    expect(await fresh.checkFile(...lostFiles)).toMatchObject(explained)
    expect(await fresh.checkFile(...keptFiles)).toMatchObject(explained)
    expect(await fresh.checkFile(keptFiles[0])).toMatchObject({ verdict: 'verified' })
    // Without its receipt, or with another's, nothing tells it from what a stolen key signed.
    expect(await fresh.checkFile(lostFiles[0])).toMatchObject({ verdict: 'absent' })
    const renamed = (await lostFiles[1].text()).replace('naic.example/log', 'naic.example/other')
    const forged = new File([renamed], 'x.tlog-proof')
    expect(await fresh.checkFile(lostFiles[0], forged)).toMatchObject({ verdict: 'absent' })
  })

  test('no other statement explains it, and none that does not come through condemns', async () => {
    const again = registryOf(await startCopy())
    const another = await restartLog(again, reason, undefined, new Date(2027, 1, 1))
    const changed = { ...statement, reason: 'All is well.' }
    for (const forged of [[], [null, 7, {}], [another.statement], [changed], 404]) {
      site.restarts = forged
      await visitor.expectRed()
    }
    for (const answer of [503, 'cut off'] as const) {
      site.restarts = answer
      const comparison = { state: 'unproven' }
      expect(await visitor.check(kept)).toMatchObject({ verdict: 'incomplete', comparison })
    }
  })
})

test('where the council knows how much it signed, a receipt of more is not explained', async () => {
  await startBoth()
  const lostFiles = await filesOf(council, lost)
  const known = join('keys', 'last-checkpoint')
  await copyFile(join(council.dataDir, known), join(restored.dataDir, known))
  await lose()
  const { statement } = await restartLog(registryOf(restored), reason)
  expect(statement.old.size).toBeGreaterThan(left)
  const fresh = new Visitor(site)
  expect(await fresh.checkFile(...lostFiles)).toMatchObject({ comparison: { isOfLost: true } })
  // A copy of the keys from before signs what the council never did.
  const forger = await startCopy()
  while ((await registryOf(forger).log.begunHead()).size <= statement.old.size) await issue(forger)
  const { verdict, comparison } = await fresh.checkFile(...(await filesOf(forger, kept)))
  expect([verdict, comparison]).toEqual(['doubtful', { state: 'receipt' }])
})

describe('a thief explains nothing', () => {
  beforeEach(startBoth)

  test('who has keys that were no longer in force when the visitor saw the log', async () => {
    await rotateKey(registryOf(council), 'log')
    await rotateKey(registryOf(council), 'credentials')
    await lose()
    await restartLog(registryOf(restored), reason)
    await visitor.expectRed()
  })

  test('whose log does not begin with what the statement says is left', async () => {
    const honest = await startCopy()
    await issue(honest)
    await issue(council)
    await lose()
    const at = new Date(Date.now() + 60_000)
    const { statement } = await restartLog(registryOf(honest), reason, undefined, at)
    await issue(restored)
    await restartLog(registryOf(restored), reason, undefined, at)
    const { keys } = await fetchKeys(new Visitor(new ShownSite(honest)))
    site.planted.push(...keys)
    site.restarts = [statement]
    await visitor.expectRed()
  })
})
