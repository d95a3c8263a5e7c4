import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { apply } from '#support/apply-by-number.ts'
import { runCouncil } from '#support/council.ts'
import { newFolder } from '#support/opened.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'
import { issueIn } from '#support/issue-in.ts'

const machine = { x64: 'x86_64', arm64: 'aarch64' }[process.arch as string]
const library = `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`
const dayMs = 24 * 60 * 60 * 1000

test('a clock that jumps a day ahead and back keeps no letter, and signs what is valid', async () => {
  await using folder = await newFolder()
  await using relay = await startRelay()
  const clock = folder.file('clock')
  const setClock = (offset: string) => writeFile(clock, `${offset}\n`)
  await setClock('+0')
  await using site = await RunningSite.start({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // As when somebody sets the time of day: what counts seconds goes on.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
  })
  const { url, dataDir, pid } = site
  const serverTime = async () => Date.parse((await fetch(url)).headers.get('date') ?? '')
  const isAheadBy = async (ms: number) => Math.abs((await serverTime()) - Date.now() - ms) < 60_000
  const issue = () => issueIn({ DATA_DIR: dataDir, SITE_URL: url }, { holder: 'Asha' })
  const validity = async () => {
    const list = await (await fetch(`${url}/credentials/status/1`)).json()
    const { validFrom, validUntil } = list as { validFrom: string; validUntil: string }
    return [Date.parse(validFrom), Date.parse(validUntil)] as const
  }
  const acknowledged: string[] = []
  const applyAs = async (number: number) => {
    const { status, body } = await apply(url, number)
    expect(status).toBe(201)
    acknowledged.push(body.id)
  }

  await applyAs(0)
  expect(await isAheadBy(0)).toBe(true)
  await expect.poll(() => relay.taken).toHaveLength(2)

  await setClock('+1d')
  await expect.poll(() => isAheadBy(dayMs)).toBe(true)
  await issue()
  expect((await validity())[0]).toBeGreaterThan(Date.now() + dayMs - 60_000)
  // Refused for now, and so put off by the clock that is ahead.
  relay.refuses = () => ({ to: 'MAIL', code: 421 })
  for (let number = 1; number <= 3; number += 1) await applyAs(number)
  const putOff = () => site.query('SELECT id FROM letter WHERE attempts > 0 AND sent_at IS NULL')
  await expect.poll(putOff).toHaveLength(6)

  await setClock('+0')
  await expect.poll(() => isAheadBy(0)).toBe(true)
  relay.refuses = () => undefined
  await issue()
  const [from, until] = await validity()
  expect(from).toBeLessThanOrEqual(Date.now() + 1_000)
  expect(until).toBeGreaterThan(Date.now())
  // At the next look, which an application brings about, and not tomorrow.
  await applyAs(4)
  await expect.poll(() => relay.taken).toHaveLength(10)

  // And back beyond where it began, as when it had been wrong all the time.
  await setClock('-1d')
  await expect.poll(() => isAheadBy(-dayMs)).toBe(true)
  await applyAs(5)
  await expect.poll(() => relay.taken).toHaveLength(12)
  await setClock('+0')

  const ids = site.query<{ id: string }>('SELECT id FROM application').map(({ id }) => id)
  for (const id of acknowledged) expect(ids).toContain(id)
  expect(await runCouncil(dataDir, ['log', 'verify'])).toMatchObject({ code: 0 })
  expect(site.pid).toBe(pid)
  expect(await site.finish()).toBe(0)
  await site.boot()
})
