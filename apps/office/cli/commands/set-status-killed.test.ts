import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'

const many = 300

test('a file that was cut off is run again, and everybody gets one letter', async () => {
  const beside = await startCouncilBesideServer()
  try {
    const rows = Array.from({ length: many }, () => applicationRow())
    const { build, read } = beside.api.services.database
    await storeApplications(beside.api.services.database, rows)
    const csv = path.join(beside.folder, 'decided.csv')
    await writeFile(csv, ['reference,status', ...rows.map(({ id }) => `${id},declined`)].join('\n'))
    const words = ['applications', 'set-status', '--csv', csv, '--yes']
    const count = async (table: 'application_status' | 'status_change' | 'letter' | 'journal') => {
      const all = build.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
      return (await read(all.compile()))[0]?.count
    }

    const child = spawn('node', ['apps/office/cli/council.ts', ...words], {
      env: { ...process.env, ...beside.settings },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await expect.poll(() => count('status_change'), { timeout: 20_000, interval: 5 }).not.toBe(0)
    child.kill('SIGKILL')
    await ended
    const before = await count('status_change')
    expect(before).toBeLessThan(many)

    const { code, stderr } = await beside.council(...words)
    expect(code).toBe(0)
    expect(stderr).toMatch(
      new RegExp(`${many - Number(before)} changed, ${before} (is|are) so already[.]\\n$`),
    )
    for (const table of ['application_status', 'status_change', 'letter', 'journal'] as const) {
      expect(await count(table)).toBe(many)
    }
  } finally {
    await beside.close()
  }
})
