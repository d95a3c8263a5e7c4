import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inventedFacts } from '@naic/content/invented-facts.ts'
import { sweepResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { type Config, isOfThisMachine, noTaskForm, readConfig } from '@naic/house/config.ts'
import { lockDataFolder, makeDataFolder } from '@naic/house/data-folder.ts'
import { explainFailure } from '@naic/house/explain-failure.ts'
import { giveBackMemory } from '@naic/house/give-back-memory.ts'
import { createApp } from './http/create-app.ts'
import type { Site } from './http/pages/site.ts'
import { createLog, type Log } from '@naic/store/log.ts'
import { startMetricsServer } from '@naic/house/metrics/metrics-server.ts'
import { listenAt } from '@naic/house/web/given-socket.ts'
import { ofMetrics, tryAddress } from '@naic/house/web/try-address.ts'
import { standingSamples } from '@naic/house/council-issuer.ts'
import { isNew } from '@naic/house/storage.ts'
import { openServices, type Services } from './services.ts'
import { stopOnSignals } from './stop-signals.ts'

const sweepEveryMs = 60 * 60 * 1000

/**
 * Reads the settings, opens the services and listens. On a signal to stop, finishes what it has begun.
 * A wrong setting ends the process with a sentence that names it.
 */
export async function startServer(
  loadSite: (config: Config, log: Log) => Promise<Site>,
): Promise<void> {
  const log = createLog()
  const finishOnStop = stopOnSignals(log)
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    await serve(config, { log, finishOnStop }, loadSite)
  } catch (error) {
    const sentence = explainFailure(error, config)
    if (!sentence) throw error
    console.error(`The server did not start. ${sentence}`)
    process.exit(1)
  }
}

async function serve(
  config: Config,
  { log, finishOnStop }: { log: Log; finishOnStop: ReturnType<typeof stopOnSignals> },
  loadSite: (config: Config, log: Log) => Promise<Site>,
): Promise<void> {
  // Before anything is touched.
  if (config.socket === undefined) await tryAddress(config, { host: 'HOST', port: 'PORT' })
  if (config.metrics) await tryAddress(config.metrics, ofMetrics)
  await makeDataFolder(config)
  await lockDataFolder(config.dataDir)
  // The database's threads start while the pages are read.
  const [services, site] = await Promise.all([
    beginApart(config).then(() => openServices(config, log)),
    loadSite(config, log),
  ])
  await services.staging.empty()
  const app = await createApp(services, site)
  const metrics = await showMetrics(services)
  const background = Object.entries(services.background)
  finishOnStop(
    {
      connections: () => app.close(),
      ...Object.fromEntries(background.map(([name, work]) => [name, () => work.stop()])),
    },
    { metrics: async () => metrics?.close() },
    { database: () => services.database.close() },
  )
  await listenAt(app, config, config.socket)
  for (const [, work] of background) work.start()
  sweepEveryHour(services)
  giveBackMemory()
  for (const one of config.misspelt) log.warn(one)
  if (!config.taskFormUrl) log.info(`${noTaskForm.says} ${noTaskForm.advice}`)
  log.info(`Serving ${config.siteUrl}, with its data in ${config.dataDir}`)
  await sayWhatIsInvented(services)
}

/**
 * Makes the registry at the first start, in a process of its own: signing its samples takes 50 MB, which
 * this one would keep.
 *
 * An error there happens again when the services are opened, which explain it.
 */
async function beginApart(config: Config): Promise<void> {
  if (!(await isNew(config).catch(() => false))) return
  const program = new URL('./registry-process.ts', import.meta.url)
  await once(fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }), 'exit')
}

/** A site may be shown with invented facts, but nobody should launch it unaware. */
async function sayWhatIsInvented({ config, database, log }: Services): Promise<void> {
  if (isOfThisMachine(config.siteUrl)) return
  const facts = inventedFacts().map(({ what }) => what)
  const { length } = await standingSamples(database)
  const invented = [...facts, ...(length > 0 ? [`${length} sample certificates`] : [])]
  if (invented.length === 0) return
  log.warn(
    `Still invented or not given: ${invented.join(', ')}. Before a launch, fill them in: "council doctor" names the files.`,
  )
}

async function showMetrics({ metrics, config: { metrics: place }, log }: Services) {
  if (!metrics || !place) return undefined
  const server = await startMetricsServer(metrics, place, log)
  log.info(`Metrics at ${server.url}`)
  return server
}

function sweepEveryHour({ applications, log, metrics }: Services): void {
  const sweep = async () => {
    try {
      const { removed, left } = await sweepResumes(applications, new Date())
      metrics?.set('naic_resumes_unclaimed', left)
      if (removed > 0) log.info({ removed }, 'sweep: removed resumes that belong to no application')
      if (left > 0) log.error({ left }, tooManyUnclaimed)
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'sweep: could not finish')
    }
  }
  void sweep()
  setInterval(sweep, sweepEveryMs)
}

const tooManyUnclaimed =
  'sweep: nothing removed, since too many resumes belong to no application: is the database older than they are? See docs/operating.md, "Resumes without an application"'
