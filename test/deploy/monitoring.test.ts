import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { allTests } from '#support/opened.ts'
import { serveDeskOf } from '#support/serve-desk.ts'
import { RunningSite } from '#support/start-site.ts'
const run = promisify(execFile)

const folder = 'deploy/monitoring'
const read = (file: string) => readFile(path.join(folder, file), 'utf8')
const promtool = (...words: string[]) => run('promtool', words)

type Read = ReturnType<typeof parse>

const site = allTests(() => RunningSite.start({ METRICS_PORT: '0' }))
let ofSite: string
let ofDesk: string
let rules: Read[]
let alerts: Read[]
/** As Grafana asks them, with its variables put in. */
let panels: string[]
beforeAll(async () => {
  const settings = { DESK_URL: 'https://desk.naic.example', METRICS_PORT: '0' }
  const desk = await serveDeskOf({ ...settings, DATA_DIR: site.dataDir })
  const scrape = async (url = '') => (await fetch(url)).text()
  ofSite = await scrape(/Metrics at (\S+\/metrics)/.exec(site.output)?.[1])
  ofDesk = await scrape(desk.metricsUrl)
  await desk.close()

  rules = parse(await read('alerts.yml')).groups.flatMap((group: Read) => group.rules)
  alerts = rules.filter(({ alert }) => alert)
  const board = JSON.parse(await read('dashboard.json'))
  const asked: string[] = board.panels.flatMap(({ targets }: Read) =>
    targets.map(({ expr }: Read) => expr),
  )
  panels = asked.map((expr) =>
    expr.replaceAll('$__rate_interval', '2m').replaceAll('$instance', '.*'),
  )
})

test('promtool finds nothing wrong with the names of our metrics', async () => {
  for (const scraped of [ofSite, ofDesk]) {
    const checking = promtool('check', 'metrics')
    checking.child.stdin?.end(scraped)
    expect(await checking).toEqual({ stdout: '', stderr: '' })
  }
})

test('promtool finds nothing wrong with the rules, the dashboard, and what Prometheus has to ask', async () => {
  await promtool('check', 'rules', '--lint=all', '--lint-fatal', path.join(folder, 'alerts.yml'))
  await promtool('check', 'config', '--syntax-only', path.join(folder, 'prometheus.yml'))
  const file = path.join(site.dataDir, 'panels.yml')
  const asked = panels.map((expr, at) => ({ record: `panel_${at}`, expr }))
  // JSON is YAML.
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asked }] }))
  expect((await promtool('check', 'rules', file)).stdout).toContain(`${asked.length} rules found`)
})

test.for(['alerts.test.yml', 'alerts-of-days.test.yml'])(
  'promtool sees each rule fire when it should: %s',
  async (file) => {
    const { stdout } = await promtool('test', 'rules', path.join(folder, file))
    expect(stdout).toContain('SUCCESS')
  },
)

test('each rule is tried with series that let it fire, and at its limit, where it does not', async () => {
  const tests = (await read('alerts.test.yml')) + (await read('alerts-of-days.test.yml'))
  const fired = new Set(namesIn(tests, /alertname="(\w+)"/g))
  expect(alerts.filter(({ alert }) => !fired.has(alert))).toEqual([])

  const [, calm = ''] =
    /at the limit of every rule nobody is told\n(.*?exp_samples: \[\])/s.exec(tests) ?? []
  const given = new Set(namesIn(calm, /series: ["']([\w:]+)/g))
  const needed = alerts.flatMap(({ expr }) => metricsIn(expr))
  expect(needed.filter((name) => !name.includes(':') && !given.has(name))).toEqual([])
})

test('there is a rule for every metric of which the docs say when to tell somebody', async () => {
  const docs = await readFile('docs/monitoring.md', 'utf8')
  const rows = docs.match(/^\| `(up|naic_|nodejs_|process_).*$/gm) ?? []
  const toTell = rows.filter((row) => row.split('|')[3]?.trim())
  expect(toTell.length).toBeGreaterThan(15)
  const named = new Set(alerts.flatMap(({ expr }) => metricsIn(expr)).map(withoutBucket))
  const names = toTell.map((row) => /`(\w+)`/.exec(row)?.[1] ?? '')
  expect(names.filter((name) => !named.has(name))).toEqual([])
})

test('each alert says how bad it is, what it is, and where it stands what to do', async () => {
  const titles = namesIn(await readFile('docs/monitoring.md', 'utf8'), /^#+ (.+)$/gm)
  const runbooks = titles.map((title) => {
    const words = title.toLowerCase().replaceAll(/[^\w -]/g, '')
    return `docs/monitoring.md#${words.replaceAll(' ', '-')}`
  })
  for (const { alert, labels, annotations } of alerts) {
    expect(labels.severity, alert).toMatch(/^(critical|warning)$/)
    expect(annotations.summary && annotations.description, alert).toBeTruthy()
    expect(runbooks, alert).toContain(annotations.runbook)
  }
})

test('Alertmanager has somebody to tell for each severity', async () => {
  const { route, receivers } = parse(await read('alertmanager.yml'))
  expect(receivers.map(({ name }: Read) => name)).toContain(route.receiver)
  const severities = new Set(alerts.map(({ labels }) => `severity="${labels.severity}"`))
  expect(new Set(route.routes.flatMap(({ matchers }: Read) => matchers))).toEqual(severities)
})

test('rules and the dashboard name metrics that the programs have', () => {
  const served = new Set(namesIn(ofSite + ofDesk, /^# TYPE (\w+) /gm))
  const recorded = new Set(rules.map(({ record }) => record))
  const named = new Set([...rules.map(({ expr }) => expr), ...panels].flatMap(metricsIn))
  expect(named.size).toBeGreaterThan(30)
  const unknown = [...named].filter(
    (name) => !served.has(withoutBucket(name)) && !recorded.has(name) && !ofOthers.test(name),
  )
  expect(unknown).toEqual([])
})

/** What exporters of others and Prometheus itself have. */
const ofOthers = /^(up|ALERTS|probe_\w+|node_(systemd|timex)_\w+)$/

const withoutBucket = (name: string) => name.replace(/_bucket$/, '')

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
