import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '@naic/installation/config.ts'
import { openRegistryIn } from '@naic/installation/open-certificates.ts'
import { outboxToPostIn } from '@naic/platform/mail/outbox.ts'
import { openRegistry } from '@naic/registry/open-registry.ts'
import { openStored } from '@naic/installation/storage.ts'
import type { DeskSummary } from '../shapes.ts'

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

/**
 * What somebody agrees to is what they were shown: each thing that is shown before it is done has a
 * seal, and is done for whoever brings that seal back. Its key is this process's alone, so that the seal
 * of something cannot be made by who was not shown it, even if they know all that is in it.
 */
class ShownSeals {
  readonly #key = randomBytes(32)

  /** @param shown all that would be done, as JSON; equal things have their keys in one order. */
  of(shown: unknown): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(shown)).digest('base64url')
  }
}

/** Takes as long whatever is given. */
export function isSameSeal(seal: string, given: string): boolean {
  const [right, other] = [Buffer.from(seal), Buffer.from(given)]
  return right.length === other.length && timingSafeEqual(right, other)
}
