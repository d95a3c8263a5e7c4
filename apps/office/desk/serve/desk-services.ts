import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '@naic/house/config.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import { openStored } from '@naic/house/storage.ts'
import { outboxOfServer } from '@naic/store/mail/outbox.ts'
import { openRegistry } from '@naic/registry/open-registry.ts'

export type DeskServices = Awaited<ReturnType<typeof openDeskServices>>

/** @throws ConfigError if nothing is stored. */
export async function openDeskServices(config: Config) {
  const { database, files, close } = await openStored(config)
  return {
    config,
    database,
    files,
    outbox: outboxOfServer,
    letterDelaySeconds: config.letterDelaySeconds,
    seals: shownSeals(),
    close,
    /** To look at. */
    registry: () => openRegistryIn(database, config),
    /** To issue: checked as when the server starts. @throws RegistryRefused */
    registryToIssue: () => openRegistryIn(database, config, openRegistry),
  }
}

/**
 * What somebody agrees to is what they were shown. Each thing that is shown before it is done has a
 * seal, and is done only for somebody who sends that seal back. The key belongs to this process alone:
 * a person who was not shown a thing cannot make its seal, even if they know all that is in it.
 */
function shownSeals() {
  const key = randomBytes(32)
  return {
    /** @param shown all that would be done, as JSON; equal things have their keys in one order. */
    of: (shown: unknown): string =>
      createHmac('sha256', key).update(JSON.stringify(shown)).digest('base64url'),
  }
}

/** Takes the same time for every seal that is given. */
export function isSameSeal(seal: string, given: string): boolean {
  const [right, other] = [Buffer.from(seal), Buffer.from(given)]
  return right.length === other.length && timingSafeEqual(right, other)
}
