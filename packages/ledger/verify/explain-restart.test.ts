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

const settings = { SITE_URL: 'https://naic.example' }
const reason = 'The disk failed on Sunday.'
/** One of the samples, which every backup has. */
const kept = 'NAIC25A7K2M'

const registryOf = ({ services }: Api) => services.certificates.registry

const issue = async (api: Api) => (await issueAt(registryOf(api), {}))[0] ?? ''

/** A browser that remembers, and is shown the site as it is now. */
class Visitor extends AnsweringSite {
  /** Keys that are listed besides the site's own. */
  readonly planted: KeyRange[] = []

  override answerOther = async (path: string) => {
    const { body, statusCode } = await shown.inject(path)
    const answer = JSON.parse(body) as { keys?: KeyRange[] }
    answer.keys?.push(...this.planted)
    return Response.json(answer, { status: statusCode })
  }

  async expectRed() {
    const { verdict, comparison } = await this.examine(kept)
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
let shown: Api
let visitor: Visitor
let lost: string
/** How many entries the backup has. */
let left: number

/** Starts the council, which issues one more, and what was restored of a backup from before. */
async function startBoth(): Promise<void> {
  council = await startCopy()
  restored = await startCopy()
  shown = council
  visitor = new Visitor()
  left = (await registryOf(restored).log.head()).size
  lost = await issue(council)
}

/** The visitor sees all of the log; then the site is the restored one. */
async function lose(): Promise<void> {
  expect((await visitor.examine(kept)).verdict).toBe('verified')
  shown = restored
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
    ;({ statement } = await restartLog(registryOf(restored), reason, 'meera'))
    seen = visitor.seen
  })
  beforeEach(() => {
    visitor = new Visitor()
    visitor.seen = seen
  })

  test('who saw more reads why, and who saw less or nothing has it verified', async () => {
    const { at } = statement
    const comparison = { state: 'restarted', isOfLost: false, reason, at }
    expect(await visitor.examine(kept)).toMatchObject({ verdict: 'incomplete', comparison })
    expect(await new Visitor().examine(kept)).toMatchObject({ verdict: 'verified' })
    // It stays so, for as long as the browser remembers.
    expect(await visitor.examine(kept)).toMatchObject({ verdict: 'incomplete', comparison })
  })

  test('what was recorded since is verified to who knows the restart for a week', async () => {
    const added = await issue(restored)
    const early = await visitor.examine(added)
    expect(early).toMatchObject({ verdict: 'incomplete', comparison: { isOfLost: false, reason } })
    const aged = JSON.parse(visitor.seen ?? '')
    aged[statement.new.origin].since = new Date(Date.now() - 8 * 86_400_000).toISOString()
    visitor.seen = JSON.stringify(aged)
    const late = await visitor.examine(added)
    expect(late).toMatchObject({ verdict: 'verified', comparison: { restart: { reason } } })
    expect(await visitor.examine(kept)).toMatchObject({ verdict: 'incomplete' })
    const fresh = await new Visitor().examine(added)
    expect(fresh).toMatchObject({ verdict: 'verified', comparison: { seen: undefined } })
  })

  test('files of the lost stretch are explained, and never verified', async () => {
    const fresh = new Visitor()
    const comparison = { state: 'restarted', isOfLost: true, reason }
    const explained = { verdict: 'incomplete', comparison }
    expect(await visitor.examineFiles(lostFiles)).toMatchObject(explained)
    expect(await fresh.examineFiles(lostFiles)).toMatchObject(explained)
    expect(await fresh.examineFiles(keptFiles)).toMatchObject(explained)
    expect(await fresh.examineFiles([keptFiles[0]])).toMatchObject({ verdict: 'verified' })
    // Without its receipt, or with another's, nothing tells it from what a stolen key signed.
    expect(await fresh.examineFiles([lostFiles[0]])).toMatchObject({ verdict: 'absent' })
    const renamed = (await lostFiles[1].text()).replace('naic.example/log', 'naic.example/other')
    const forged = new File([renamed], 'x.tlog-proof')
    expect(await fresh.examineFiles([lostFiles[0], forged])).toMatchObject({ verdict: 'absent' })
  })

  test('no other statement explains it, and none that does not come through condemns', async () => {
    const again = registryOf(await startCopy())
    const another = await restartLog(again, reason, 'meera', new Date(2027, 1, 1))
    const changed = { ...statement, reason: 'All is well.' }
    for (const restarts of [[], [null, 7, {}], [another.statement], [changed]]) {
      visitor.answers['/log/restarts'] = { restarts }
      await visitor.expectRed()
    }
    visitor.answers['/log/restarts'] = 404
    await visitor.expectRed()
    for (const answer of [503, 'cut off'] as const) {
      visitor.answers['/log/restarts'] = answer
      const comparison = { state: 'unproven' }
      expect(await visitor.examine(kept)).toMatchObject({ verdict: 'incomplete', comparison })
    }
  })
})

test('where the council knows how much it signed, a receipt of more is not explained', async () => {
  await startBoth()
  const lostFiles = await filesOf(council, lost)
  const known = join('keys', 'last-checkpoint')
  await copyFile(join(council.dataDir, known), join(restored.dataDir, known))
  await lose()
  const { statement } = await restartLog(registryOf(restored), reason, 'meera')
  expect(statement.old.size).toBeGreaterThan(left)
  const fresh = new Visitor()
  expect(await fresh.examineFiles(lostFiles)).toMatchObject({ comparison: { isOfLost: true } })
  // A copy of the keys from before signs what the council never did.
  const forger = await startCopy()
  while ((await registryOf(forger).log.head()).size <= statement.old.size) await issue(forger)
  const { verdict, comparison } = await fresh.examineFiles(await filesOf(forger, kept))
  expect([verdict, comparison]).toEqual(['doubtful', { state: 'receipt' }])
})

describe('a thief explains nothing', () => {
  beforeEach(startBoth)

  test('who has keys that were no longer in force when the visitor saw the log', async () => {
    await rotateKey(registryOf(council), 'log', 'meera')
    await rotateKey(registryOf(council), 'credentials', 'meera')
    await lose()
    await restartLog(registryOf(restored), reason, 'meera')
    await visitor.expectRed()
  })

  test('whose log does not begin with what the statement says is left', async () => {
    const honest = await startCopy()
    await issue(honest)
    await issue(council)
    await lose()
    const at = new Date(Date.now() + 60_000)
    const { statement } = await restartLog(registryOf(honest), reason, 'meera', at)
    await issue(restored)
    await restartLog(registryOf(restored), reason, 'meera', at)
    visitor.planted.push(
      ...((await honest.inject('/log/keys')).json() as { keys: KeyRange[] }).keys,
    )
    visitor.answers['/log/restarts'] = { restarts: [statement] }
    await visitor.expectRed()
  })
})
