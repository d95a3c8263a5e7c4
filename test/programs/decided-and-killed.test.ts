import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { apply } from '#support/apply-by-number.ts'
import { runCouncil } from '#support/council.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'

const applicants = 12
const delay = { LETTER_DELAY_SECONDS: '12' }

test(
  'whoever is killed between a decision and its letter: each letter goes once, and none that was taken back',
  { timeout: 120_000 },
  async ({ onTestFinished }) => {
    const relay = await startRelay()
    onTestFinished(() => relay.stop())
    const site = await RunningSite.start({ SMTP_URL: `smtp://127.0.0.1:${relay.port}`, ...delay })
    onTestFinished(() => site.stop())
    const folder = await mkdtemp(path.join(tmpdir(), 'naic-decided-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const ids: string[] = []
    for (let number = 0; number < applicants; number += 1) {
      const { body } = await apply(site.url, number)
      ids.push((body as { id: string }).id)
    }
    await vi.waitFor(() => expect(relay.taken).toHaveLength(2 * applicants), 30_000)
    relay.taken.length = 0

    // Who decides is killed in the middle of a sheet, and the server after it.
    const statuses = ['accepted', 'waitlisted', 'declined']
    const sheet = path.join(folder, 'decided.csv')
    const lines = ids.map((id, at) => `${referenceOf(id)},${statuses[at % 3]}`)
    await writeFile(sheet, ['reference,status', ...lines].join('\n'))
    const words = ['applications', 'set-status', '--sheet', sheet, '--yes']
    const environment = { ...process.env, DATA_DIR: site.dataDir, SITE_URL: site.url, ...delay }
    const child = spawn('node', ['apps/office/cli/council.ts', ...words], { env: environment })
    type Change = { application_id: string }
    const decided = () =>
      site
        .query<Change>('SELECT application_id FROM status_change ORDER BY changed_at')
        .map(({ application_id: id }) => id)
    while (decided().length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    child.kill('SIGKILL')
    await once(child, 'close')
    await site.kill()
    const atKill = decided().length
    // Started again, the sheet is done to its end; then some of it is taken back, without a server.
    expect((await runCouncil(site.dataDir, words.slice(0), delay)).code).toBe(0)
    expect(decided().toSorted()).toEqual(ids.toSorted())
    const takenBack = decided().slice(-4)
    const back = ['applications', 'take-back', ...takenBack.map(referenceOf)]
    const { code, stderr } = await runCouncil(site.dataDir, back, delay)
    expect(code, stderr).toBe(0)
    expect(relay.taken).toEqual([])

    // Killed over and over until the letters are due, and once more while they wait.
    await site.boot()
    await site.kill()
    await site.boot()
    const told = ids.filter((id) => !takenBack.includes(id))
    const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL')
    await vi.waitFor(() => expect(unsent()).toEqual([]), { timeout: 90_000, interval: 200 })
    await site.kill()
    await site.boot()
    const sent = await Promise.all(relay.taken.map(({ message }) => PostalMime.parse(message)))
    console.log(
      `decided and killed: ${atKill} of ${applicants} decided at the kill, ${sent.length}`,
    )
    expect(sent.map(({ messageId }) => messageId).toSorted()).toEqual(
      told.map((id) => `<${id}-status-1@example.org>`).toSorted(),
    )
    const statusOf = 'SELECT status FROM application_status WHERE application_id = ?'
    for (const id of takenBack) expect(site.query(statusOf, id)).toEqual([{ status: 'received' }])
  },
)
