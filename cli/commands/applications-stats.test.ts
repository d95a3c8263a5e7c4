import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  enginesBesides,
  startCouncilBesideServer,
} from '#test/support/council-beside-server.ts'
import { applicationRow, storeApplications } from '#test/support/stored-applications.ts'

describe.each(enginesBesides)('beside a server on %s', (engine) => {
  let beside: CouncilBesideServer
  beforeAll(async () => {
    beside = await startCouncilBesideServer(engine)
  })
  afterAll(() => beside.close())
  const stats = (...words: string[]) => beside.council('applications', 'stats', ...words)

  test('of no application there is nothing to draw', async () => {
    const errors = 'There is no such application.\n'
    expect(await stats()).toEqual({ status: 0, output: '', errors })
    expect(JSON.parse((await stats('--json')).output)).toEqual([])
  })

  test('bars fit into 80 columns, and of many colleges the largest are named', async () => {
    const rows = Array.from({ length: 60 }, (_, at) =>
      applicationRow({
        college: at < 30 ? `${'Very '.repeat(12)}long \u001B[2J` : `College ${at % 20}`,
        domain: at < 59 ? 'Data Science' : 'Cyber Security',
        received_at: at < 40 ? '2026-03-01T00:00:00.000Z' : '2026-03-16T00:00:00.000Z',
      }),
    )
    await storeApplications(beside.api.services.database, rows)
    const { status, output, errors } = await stats()
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    const lines = output.split('\n')
    const widest = Math.max(...lines.map((line) => Array.from(line).length))
    expect(widest).toBeLessThanOrEqual(80)
    expect(widest).toBeGreaterThan(75)
    expect(lines.filter((line) => /^\S/.test(line))).toEqual([
      'Status',
      'Domain',
      'Week, by its Monday in India',
      'College',
      'Year of study',
    ])
    expect(output).toMatch(/^ {2}Data Science {4}59 {2}█{50,}$/m)
    expect(output).toMatch(/^ {2}Cyber Security {3}1 {2}█$/m)
    expect(output).toMatch(
      /^ {2}2026-02-23 {2}40 {2}█+\n {2}2026-03-02 {3}0\n {2}2026-03-09 {3}0\n {2}2026-03-16 {2}20 {2}█+$/m,
    )
    expect(output).toMatch(/^ {2}Very Very .+… {2}30 {2}█+$/m)
    expect(output).toContain('  and 6 others, with 6 in all (--by college --csv has them)\n')
    const few = await stats('--by', 'domain', '--domain', 'cyber security')
    expect(few.output).toMatch(/^Domain\n {2}Cyber Security {2}1 {2}█+\n/)
  })

  test('for programs there is every value with its number', async () => {
    const csv = await stats('--by', 'college', '--csv')
    const rows = parse(csv.output, { columns: true }) as Record<string, string>[]
    expect(rows).toHaveLength(21)
    expect(rows[0]).toEqual({
      by: 'college',
      value: expect.stringContaining(String.raw`\u{1b}[2J`),
      count: '30',
    })
    const json = JSON.parse((await stats('--json')).output) as { by: string; count: number }[]
    const sum = (by: string) =>
      json.filter((one) => one.by === by).reduce((all, { count }) => all + count, 0)
    expect(['status', 'domain', 'week', 'college', 'year'].map(sum)).toEqual([60, 60, 60, 60, 60])
    expect(await stats('--by', 'weather')).toMatchObject({ status: 2, output: '' })
  })
})
