import path from 'node:path'
import type { Config } from './config.ts'
import { councilIssuer, sampleOrders } from './council-issuer.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { Bucket } from '@naic/platform/files/bucket.ts'
import { outboxToPostIn } from '@naic/platform/mail/outbox.ts'
import { KeyFolder, KeySettings } from '@naic/registry/keys/private-keys.ts'
import { openCheckpointInBucket } from '@naic/registry/log/checkpoint-in-bucket.ts'
import { openCheckpointInFolder } from '@naic/registry/log/checkpoint-in-folder.ts'
import { connectRegistry, openRegistry } from '@naic/registry/open-registry.ts'
import { openStorage, requireStored } from './storage.ts'

/**
 * The registry for the command line. Its letters wait in the outbox for the server to send.
 *
 * @throws RegistryRefused as at the start of the server; ConfigError where there is no registry.
 */
export async function openCertificates(config: Config) {
  await requireStored(config)
  return openFor(config, openRegistry)
}

/**
 * As `openCertificates`, for issuing: where there is no registry, one is begun, but only for a
 * SITE_URL that was set: what is signed for a wrong address stays so.
 */
export const openCertificatesToIssue = (config: Config) =>
  config.isSiteUrlSet ? openFor(config, openRegistry) : openCertificates(config)

/** The registry as it stands, whatever is wrong with it. */
export async function openStoredRegistry(config: Config) {
  await requireStored(config)
  return openFor(config, connectRegistry)
}

/** Makes the registry, where there is none, and does nothing else. */
export async function beginRegistry(config: Config): Promise<void> {
  const { close } = await openFor(config, openRegistry)
  await close()
}

async function openFor(config: Config, open: typeof openRegistry) {
  const { database, close } = await openStorage(config)
  try {
    return { registry: await openRegistryIn(database, config, open), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The one way to the registry: of rows that are open already, with keys and last checkpoint where the
 * settings say.
 *
 * @param open as it stands, whatever is wrong with it, unless `openRegistry` is given.
 * @param parts letters wait in the outbox for the server to send, and warnings go to the terminal, unless
 *   others are given.
 */
export async function openRegistryIn(
  database: Database,
  config: Config,
  open: typeof openRegistry = connectRegistry,
  parts: Partial<Pick<Parameters<typeof openRegistry>[0], 'outbox' | 'warn'>> = {},
) {
  const { dataDir, siteUrl, sampleCertificates, bucket, privateKeys: given } = config
  const keysFolder = path.join(dataDir, 'keys')
  return open({
    database,
    outbox: outboxToPostIn(database),
    warn: (sentence) => console.error(sentence),
    privateKeys: given ? new KeySettings(given) : await KeyFolder.open(keysFolder),
    lastCheckpoint: bucket
      ? openCheckpointInBucket(new Bucket(bucket), bucket)
      : await openCheckpointInFolder(keysFolder),
    siteUrl,
    issuer: councilIssuer,
    samples: sampleCertificates ? sampleOrders : [],
    ...parts,
  })
}
