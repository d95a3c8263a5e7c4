import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { openRegistryIn } from '../open-certificates.ts'
import { currentKey, readKeys, type RegistryKeys } from '../registry/keys/registry-keys.ts'
import { RegistryRefused } from '../registry/registry-refused.ts'
import { type Found, right, warning, wrong } from './finding.ts'

const stolen = 'If somebody else may have read it, go on with docs/stolen-key.md.'

/** That the private keys which sign are there, and that nobody else can read them. */
export async function examineKeys(config: Config, database: Database): Promise<Found[]> {
  const { dataDir, privateKeys } = config
  const folder = path.join(dataDir, 'keys')
  const isThere = await stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  // What opens it would make it.
  if (!isThere && !(privateKeys && config.bucket)) {
    return [
      wrong(
        `${folder} is not there: without it nothing can be signed, and no server starts.`,
        'Restore it from the newest backup (docs/backup.md). Never from an older one.',
      ),
    ]
  }
  const keys = await readKeys(database)
  if (keys.length === 0)
    return [
      wrong(
        'The registry of certificates has no key.',
        'Start the server: it makes what it needs.',
      ),
    ]
  const found = [
    ...(isThere ? await examineFiles(folder, privateKeys ? [] : keys) : []),
    ...(await examineSigners(config, database, keys)),
  ]
  const where = privateKeys ? 'in settings' : `in ${folder}, for this user alone`
  return found.length > 0 ? found : [right(`The private keys that sign are ${where}.`)]
}

async function examineSigners(
  config: Config,
  database: Database,
  keys: RegistryKeys,
): Promise<Found[]> {
  const { privateKeys } = await openRegistryIn(database, config)
  const found: Found[] = []
  for (const use of ['credentials', 'log'] as const) {
    try {
      await privateKeys.signer(keys, use)
    } catch (error) {
      if (!(error instanceof RegistryRefused)) throw error
      found.push(wrong(error.message, 'Until then no server starts, and nothing is issued.'))
    }
  }
  return found
}

/** @param keys whose private halves may be files; those that were retired may not. */
async function examineFiles(folder: string, keys: RegistryKeys): Promise<Found[]> {
  const found: Found[] = []
  const isSigning = (name: string) =>
    keys.some((key) => `${key.name}.pem` === name && currentKey(keys, key.use) === key)
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const facts = await stat(file).catch(() => undefined)
    if (!facts || !name.endsWith('.pem')) continue
    if ((facts.mode & 0o077) !== 0) {
      found.push(
        wrong(
          `${file} can be read by other users of this machine.`,
          `chmod 600 ${file}. ${stolen}`,
        ),
      )
    }
    if (keys.length > 0 && !isSigning(name)) {
      found.push(
        warning(
          `${file} is the private half of no key that signs.`,
          'A retired one is to be destroyed: the next start does it. What is none of ours, move away.',
        ),
      )
    }
  }
  return found
}
