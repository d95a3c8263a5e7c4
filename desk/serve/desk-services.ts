import type { Config } from '#server/config.ts'
import { openRegistryIn } from '#server/open-certificates.ts'
import { outboxToPostIn } from '#server/mail/outbox.ts'
import { openRegistry } from '#server/registry/open-registry.ts'
import { openStored } from '#server/storage.ts'
import type { DeskSummary } from '../shapes.ts'
import { ShownSeals } from './shown-seals.ts'

/** What every part of the desk stands on. */
export type DeskServices = Awaited<ReturnType<typeof openDeskServices>>

/** @throws ConfigError where nothing is stored. */
export async function openDeskServices(config: Config) {
  const { database, files, close } = await openStored(config)
  return {
    config,
    database,
    files,
    outbox: outboxToPostIn(database),
    seals: new ShownSeals(),
    close,
    /** As it stands, to be looked at. */
    registry: () => openRegistryIn(database, config),
    /** Checked as at the start of the server, to issue. @throws RegistryRefused */
    registryToIssue: () => openRegistryIn(database, config, openRegistry),

    async summary(): Promise<DeskSummary> {
      return {
        account: config.account,
        siteUrl: config.siteUrl,
        place: config.database?.shown ?? config.dataDir,
      }
    },
  }
}
