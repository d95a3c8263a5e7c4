import path from 'node:path'
import type { Config } from './config.ts'
import { councilIssuer, sampleOrders } from './council-issuer.ts'
import type { Database } from '@naic/store/database/database.ts'
import { Bucket } from '@naic/store/files/bucket.ts'
import { outboxOfServer } from '@naic/store/mail/outbox.ts'
import { KeyFolder, KeySettings } from '@naic/registry/keys/private-keys.ts'
import { openCheckpointInBucket } from '@naic/registry/log/checkpoint-in-bucket.ts'
import { openCheckpointInFolder } from '@naic/registry/log/checkpoint-in-folder.ts'
import { connectRegistry, openRegistry } from '@naic/registry/open-registry.ts'
import { openStorage, requireStored } from './storage.ts'

/**
 * The registry for the command line. Its letters wait in the outbox for the server to send.
 *
 * @param how `to issue`: begins a registry if there is none, but only if SITE_URL was set: what is
 *   signed for a wrong address cannot be changed. `unchecked`: as it is, whatever is wrong with it.
 * @throws RegistryRefused as at the start of the server; ConfigError if there is no registry.
 */
export async function openCertificates(config: Config, how?: 'to issue' | 'unchecked') {
  if (how !== 'to issue' || !config.isSiteUrlSet) await requireStored(config)
  const storage = await openStorage(config)
  try {
    const open = how === 'unchecked' ? connectRegistry : openRegistry
    return { ...storage, registry: await openRegistryIn(storage.database, config, open) }
  } catch (error) {
    await storage.close()
    throw error
  }
}

/**
 * The one way to the registry: on rows that are open already, keys and last checkpoint by the settings.
 *
 * @param open by default, the registry is opened whatever is wrong with it.
 * @param parts by default, letters wait for the server to send, and warnings go to the terminal.
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
    outbox: outboxOfServer,
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
