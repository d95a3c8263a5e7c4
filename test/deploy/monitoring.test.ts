import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installed } from '#support/debian-packages.ts'
import { serveDeskOf } from '#support/serve-desk.ts'
import { RunningSite } from '#support/start-site.ts'
const run = promisify(execFile)

const folder = 'deploy/monitoring'
const read = (file: string) => readFile(path.join(folder, file), 'utf8')

let tool: true | string
let site: RunningSite
/** What Prometheus gets from the real programs. */
let ofSite: string
let ofDesk: string
beforeAll(async () => {
  tool = await installed(['prometheus'])
  site = await RunningSite.start({ METRICS_PORT: '0' })
  const settings = { DESK_URL: 'https://desk.naic.example', DESK_METRICS_PORT: '0' }
  const desk = await serveDeskOf({ ...settings, DATA_DIR: site.dataDir })
  const scrape = async (url = '') => (await fetch(url)).text()
  ofSite = await scrape(/Metrics at (\S+\/metrics)/.exec(site.output)?.[1])
  ofDesk = await scrape(desk.metricsUrl)
  await desk.close()
}, 660_000)
afterAll(() => site?.stop())

describe('promtool', () => {
  test('finds nothing wrong with the names of our metrics', async ({ skip }) => {
    skip(tool !== true, String(tool))
    for (const scraped of [ofSite, ofDesk]) {
      const child = spawn('promtool', ['check', 'metrics'])
      child.stdin.end(scraped)
      const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode]
      expect([said + errors, code]).toEqual(['', 0])
    }
  })

  test('finds nothing wrong with the rules, and with what Prometheus has to ask', async ({
    skip,
  }) => {
    skip(tool !== true, String(tool))
    const rules = path.join(folder, 'alerts.yml')
    const checked = await run('promtool', ['check', 'rules', '--lint=all', '--lint-fatal', rules])
    expect(checked.stdout).toContain('SUCCESS')
    await run('promtool', ['check', 'config', '--syntax-only', path.join(folder, 'prometheus.yml')])
  })

  test.for(['alerts.test.yml', 'alerts-of-days.test.yml'])(
    'sees each rule fire when it should: %s',
    async (file, { skip }) => {
      skip(tool !== true, String(tool))
      const { stdout } = await run('promtool', ['test', 'rules', path.join(folder, file)])
      expect(stdout).toContain('SUCCESS')
    },
  )

  test('can read every expression of the dashboard', async ({ skip }) => {
    skip(tool !== true, String(tool))
    const place = await mkdtemp(path.join(tmpdir(), 'naic-dashboard-'))
    const file = path.join(place, 'rules.yml')
    const rules = (await expressions()).map((expr, at) => ({ record: `panel_${at}`, expr }))
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { stdout } = await run('promtool', ['check', 'rules', file])
    expect(stdout).toContain(`${rules.length} rules found`)
    await rm(place, { recursive: true })
  })
})

describe('the rules', () => {
  test('are each tried with series that let them fire, and at their limit, where they do not', async () => {
    const rules = await read('alerts.yml')
    const tests = (await read('alerts.test.yml')) + (await read('alerts-of-days.test.yml'))
    const fired = new Set(namesIn(tests, /alertname="(\w+)"/g))
    expect(alertsIn(rules).filter(({ name }) => !fired.has(name))).toEqual([])

    const [, calm = ''] =
      /at the limit of every rule nobody is told\n(.*?exp_samples: \[\])/s.exec(tests) ?? []
    const given = new Set(namesIn(calm, /series: ["']([\w:]+)/g))
    for (const { expr } of alertsIn(rules)) {
      for (const name of metricsIn(expr).filter((one) => !one.includes(':'))) {
        expect(given).toContain(name)
      }
    }
  })

  test('cover every metric of which the docs say when to tell somebody', async () => {
    const docs = await readFile('docs/monitoring.md', 'utf8')
    const rows = docs.match(/^\| `(up|naic_|nodejs_|process_).*$/gm) ?? []
    const toTell = rows.filter((row) => row.split('|')[3]?.trim())
    expect(toTell.length).toBeGreaterThan(15)
    const named = alertsIn(await read('alerts.yml')).flatMap(({ expr }) => metricsIn(expr))
    const unnamed = toTell
      .map((row) => /`(\w+)`/.exec(row)?.[1] ?? '')
      .filter((name) => !named.some((one) => one.replace(/_bucket$/, '') === name))
    expect(unnamed).toEqual([])
  })

  test('say how bad it is, what it is, and where it stands what to do', async () => {
    const page = await readFile('docs/monitoring.md', 'utf8')
    const anchors = new Set(
      namesIn(page, /^#+ (.+)$/gm).map((title) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ),
    )
    const alerts = alertsIn(await read('alerts.yml'))
    expect(alerts.length).toBeGreaterThan(30)
    for (const { name, text: rule } of alerts) {
      const { runbook = '' } =
        /runbook: docs\/monitoring\.md#(?<runbook>[\w-]+)$/m.exec(rule)?.groups ?? {}
      expect([name, anchors.has(runbook)]).toEqual([name, true])
      expect(rule).toMatch(/severity: (critical|warning)/)
      expect(rule).toMatch(/summary: \S.*\n +description: >-\n +\S/)
    }
  })

  test('and the dashboard name metrics that the programs have', async () => {
    const served = new Set(namesIn(ofSite + ofDesk, /^# TYPE (\w+) /gm))
    const rules = await read('alerts.yml')
    const recorded = new Set(namesIn(rules, /record: (\S+)/g))
    const exprs = [
      ...namesIn(rules, /expr: ([^|].*|\|\n(?: {10}.*\n)+)/g),
      ...(await expressions()),
    ]
    const named = new Set(exprs.flatMap(metricsIn))
    expect(named.size).toBeGreaterThan(30)
    const unknown = [...named].filter(
      (name) =>
        !served.has(name.replace(/_bucket$/, '')) && !recorded.has(name) && !ofOthers.test(name),
    )
    expect(unknown).toEqual([])
  })
})

describe('the dashboard', () => {
  test('fits on a screen, no panel over another, and asks the source that its reader chose', async () => {
    const { panels, schemaVersion, templating } = await dashboard()
    expect(schemaVersion).toBe(39)
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance'])
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect([x + w <= 24, y + h <= 26]).toEqual([true, true])
      return Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`)
    })
    expect(new Set(cells).size).toBe(cells.length)
    const all = [...panels, ...panels.flatMap(({ targets }) => targets)]
    const sources = all.map(({ datasource }) => datasource.uid)
    expect(new Set(sources)).toEqual(new Set(['${datasource}']))
  })
})

/** What exporters of others and Prometheus itself have. */
const ofOthers = /^(up|ALERTS|probe_\w+|node_(systemd|timex)_\w+)$/

const namesIn = (where: string, pattern: RegExp) =>
  [...where.matchAll(pattern)].map(([, name = '']) => name)

/** @returns the names of the metrics in an expression of PromQL, without labels, texts and functions. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(by|on|group_left|without) *\([^)]*\)/g, ' ')
  return (bare.match(/(?<![\w:])[a-zA-Z_:][\w:]*(?![\w:]*\s*\()/g) ?? []).filter(
    (word) => !/^(and|or|unless|on|by|offset|bool|m|d|h)$/.test(word),
  )
}

const alertsIn = (rules: string) =>
  rules
    .split(/^ {6}- /m)
    .filter((rule) => rule.startsWith('alert: '))
    .map((rule) => ({
      name: /alert: (\w+)/.exec(rule)?.[1] ?? '',
      expr: /expr: ([^|].*|\|\n(?: {10}.*\n)+)/.exec(rule)?.[1] ?? '',
      text: rule,
    }))

type Source = { datasource: { uid: string } }
type Dashboard = {
  schemaVersion: number
  templating: { list: { name: string }[] }
  panels: (Source & {
    id: number
    gridPos: { x: number; y: number; w: number; h: number }
    targets: (Source & { expr: string })[]
  })[]
}

const dashboard = async (): Promise<Dashboard> => JSON.parse(await read('dashboard.json'))

/** As Grafana asks them, with its variables put in. */
const expressions = async () =>
  (await dashboard()).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) =>
      expr.replaceAll('$__rate_interval', '2m').replaceAll('$instance', '.*'),
    ),
  )
