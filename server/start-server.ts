import { sweepResumes } from './applications/sweep-resumes.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createApp } from './http/create-app.ts'
import type { Site } from './http/pages/site.ts'
import { createLog, type Log } from './log.ts'
import { RegistryRefused } from './registry/registry-refused.ts'
import { openServices, type Services } from './services.ts'

const sweepEveryMs = 60 * 60 * 1000

/**
 * Settings, services, listen; and, when told to stop, finishes what it has begun.
 * A wrong setting ends the process with a sentence that names it.
 */
export async function startServer(
  loadSite: (config: Config, log: Log) => Promise<Site>,
): Promise<void> {
  try {
    await serve(readConfig(process.env), createLog(), loadSite)
  } catch (error) {
    if (!isForTheOperator(error)) throw error
    console.error(`The server did not start. ${error.message}`)
    process.exit(1)
  }
}

async function serve(
  config: Config,
  log: Log,
  loadSite: (config: Config, log: Log) => Promise<Site>,
): Promise<void> {
  const services = await openServices(config, log)
  await services.staging.empty()
  const app = await createApp(services, await loadSite(config, log))
  await app.listen({ host: config.host, port: config.port })
  services.outbox.start()
  services.stamps.start()
  const sweeping = sweepEveryHour(services)
  log.info(`Serving ${config.siteUrl}, with its data in ${config.dataDir}`)

  const stop = async () => {
    clearInterval(sweeping)
    await app.close()
    await services.outbox.stop()
    await services.stamps.stop()
    await services.database.close()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function sweepEveryHour({ applications, log }: Services): NodeJS.Timeout {
  const sweep = () =>
    sweepResumes(applications, new Date()).catch((error: Error) =>
      log.error({ reason: error.message }, 'sweep: could not finish'),
    )
  void sweep()
  return setInterval(sweep, sweepEveryMs)
}

/** Errors whose sentence says all: a wrong setting, a port that is taken. */
function isForTheOperator(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof RegistryRefused) return true
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRINUSE' || code === 'EACCES'
}
