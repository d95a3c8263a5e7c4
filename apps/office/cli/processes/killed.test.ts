import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { filesWith } from '@naic/test/support/files-with.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'

let beside: CouncilBesideServer
beforeEach(async () => {
  beside = await startCouncilBesideServer()
})
afterEach(() => beside.close())

function start(words: readonly string[], more: Record<string, string> = {}) {
  return spawn('node', ['apps/office/cli/council.ts', ...words], {
    env: { ...process.env, ...beside.settings, ...more },
    stdio: 'ignore',
  })
}

async function count(
  table: 'application_status' | 'certificate' | 'journal' | 'letter' | 'status_change',
) {
  const { build, read } = beside.api.services.database
  const all = build.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
  return Number((await read(all.compile()))[0]?.count)
}

async function sheet(heading: string, rows: readonly string[]): Promise<string> {
  const file = path.join(beside.folder, 'rows.csv')
  await writeFile(file, [heading, ...rows].join('\n'))
  return file
}

test('a batch of certificates is there whole or not at all, and can be sent again', async () => {
  const rows = 40
  const heading = 'reference,holder,domain,duration,verified_on'
  for (let batch = 0; batch < 4; batch += 1) {
    const lines = Array.from(
      { length: rows },
      (_, at) => `${batch}-${at},Asha of ${batch}-${at},Web Development,4 Weeks,2026-03-14`,
    )
    const words = ['certificates', 'issue', '--sheet', await sheet(heading, lines)]
    const before = await count('certificate')
    // Started without compiled sources, so that the moments fall before, in and after the issuing.
    const child = start(words, { NODE_COMPILE_CACHE: '' })
    const ended = once(child, 'exit')
    await sleep(450 + batch * 160)
    child.kill('SIGKILL')
    await ended
    expect([before, before + rows]).toContain(await count('certificate'))
    expect(await beside.council('log', 'verify')).toMatchObject({ code: 0 })
    expect(await beside.council(...words)).toMatchObject({ code: 0 })
    expect(await count('certificate')).toBe(before + rows)
  }
})

test('a sheet of statuses that was cut off is run again, and everybody gets one letter', async () => {
  const many = 300
  const rows = Array.from({ length: many }, () => applicationRow())
  await storeApplications(beside.api.services.database, rows)
  const lines = rows.map(({ id }) => `${id},declined`)
  const csv = await sheet('reference,status', lines)
  const words = ['applications', 'set-status', '--sheet', csv, '--yes']
  const child = start(words)
  const ended = once(child, 'exit')
  await expect.poll(() => count('status_change'), { timeout: 20_000, interval: 5 }).not.toBe(0)
  child.kill('SIGKILL')
  await ended
  const before = await count('status_change')
  expect(before).toBeLessThan(many)
  const { code, stderr } = await beside.council(...words)
  expect(code).toBe(0)
  expect(stderr).toMatch(
    new RegExp(`${many - before} changed, ${before} (is|are) so already[.]\\n`),
  )
  for (const table of ['application_status', 'status_change', 'letter', 'journal'] as const) {
    expect(await count(table)).toBe(many)
  }
})

test('an erasure that is killed between rows and files is ended by the next one and the sweep', async () => {
  const email = 'lata.unmistakable@example.com'
  await beside.apply({ name: 'Lata', email })
  await beside.sendLetters()
  const dying = `import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    fs.rm = () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) }
    syncBuiltinESMExports()`
  const words = ['erase', '--email', email, '--yes']
  const child = start(words, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(dying)}`,
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await beside.api.kept()).toEqual({ rows: 0, resumes: 1, staged: 0 })
  expect(await filesWith(path.join(beside.api.dataDir, 'mail'), email)).not.toEqual([])

  const again = await beside.council(...words)
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('Removed: 2 files in mail/.\n')
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  expect(await sweepResumes(beside.api.services.applications, later)).toEqual({
    removed: 1,
    left: 0,
  })
  expect(await filesWith(beside.api.dataDir, email)).toEqual([])
})
