import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'

describe('beside a server', () => {
  let beside: CouncilBesideServer
  beforeAll(async () => {
    beside = await startCouncilBesideServer()
  })
  afterAll(() => beside.close())
  const stats = (...words: string[]) => beside.council('applications', 'stats', ...words)

  test('of no application there is nothing to count', async () => {
    const stderr = 'There is no such application.\n'
    expect(await stats()).toMatchObject({ code: 0, stdout: '', stderr })
    expect(JSON.parse((await stats('--json')).stdout)).toEqual([])
  })

  test('there is a table of each kind, and of many colleges the largest are named', async () => {
    const rows = Array.from({ length: 60 }, (_, at) =>
      applicationRow({
        college: at < 30 ? `${'Very '.repeat(12)}long \u001B[2J` : `College ${at % 20}`,
        domain: at < 59 ? 'Data Science' : 'Cyber Security',
        received_at: at < 40 ? '2026-03-01T00:00:00.000Z' : '2026-03-16T00:00:00.000Z',
      }),
    )
    await storeApplications(beside.api.services.database, rows)
    const { code, stdout, stderr } = await stats()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(
      'Domain          Count\nData Science       59\nCyber Security      1\n',
    )
    expect(stdout).toMatch(
      /^Week, .+\n2026-02-23 +40\n2026-03-02 +0\n2026-03-09 +0\n2026-03-16 +20$/m,
    )
    expect(stdout).toMatch(/^Very Very .+… +30$/m)
    expect(stdout).toContain('and 6 others (--by college --csv has them)\n')
    const few = await stats('--by', 'domain', '--domain', 'cyber security')
    expect(few.stdout).toBe('Domain          Count\nCyber Security      1\n\n')
  })

  test('for programs there is every value with its number', async () => {
    const csv = await stats('--by', 'college', '--csv')
    const rows = parse(csv.stdout, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows).toHaveLength(21)
    expect(rows[0]).toEqual({
      by: 'college',
      value: expect.stringContaining(String.raw`\u{1b}[2J`),
      count: '30',
    })
    const json = JSON.parse((await stats('--json')).stdout) as { by: string; count: number }[]
    const sum = (by: string) =>
      json.filter((one) => one.by === by).reduce((all, { count }) => all + count, 0)
    expect(['status', 'domain', 'week', 'college', 'year'].map(sum)).toEqual([60, 60, 60, 60, 60])
    expect(await stats('--by', 'weather')).toMatchObject({ code: 2, stdout: '' })
  })
})
