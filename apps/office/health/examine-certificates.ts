import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '@naic/house/config.ts'
import type { Database } from '@naic/store/database/database.ts'
import { openRegistryIn } from '@naic/house/open-certificates.ts'
import { checkStart } from '@naic/registry/audit/check-start.ts'
import { currentKey, readKeys } from '@naic/registry/keys/registry-keys.ts'
import { silentWitnesses } from '@naic/registry/witnesses/witness-cosignatures.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { type Found, type Outcome, right, warning, wrong } from './finding.ts'

/** The private keys that sign must be there, and only this user may read them. */
export async function examineKeys(config: Config, database: Database): Promise<Outcome> {
  const folder = keysOf(config)
  if (lacksFolder(config)) {
    return wrong(
      `${folder} is missing: without it nothing can be signed, and no server starts.`,
      'Restore it from the newest backup (docs/backup.md). Never from an older one.',
    )
  }
  const keys = await readKeys(database)
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
  const signing = keys.filter((key) => currentKey(keys, key.use) === key)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.endsWith('.pem'))) {
    const file = path.join(folder, name)
    const facts = await stat(file).catch(() => undefined)
    if (facts && (facts.mode & 0o077) !== 0) {
      const advice = `chmod 600 ${file}. If somebody else may have read it, go on with docs/stolen-key.md.`
      found.push(wrong(`${file} can be read by other users of this machine.`, advice))
    }
    if (config.privateKeys || signing.some((key) => `${key.name}.pem` === name)) continue
    found.push(
      warning(
        `${file} is the private half of no key that signs.`,
        'The next start destroys a retired one. Move any other file away.',
      ),
    )
  }
  const where = config.privateKeys ? 'in settings' : `in ${folder}, for this user alone`
  return found.length > 0 ? found : [right(`The private keys that sign are ${where}.`)]
}

const keysOf = ({ dataDir }: Config) => path.join(dataDir, 'keys')

/** Without a bucket the last checkpoint is in it too. */
const lacksFolder = (config: Config) =>
  !(config.privateKeys && config.bucket) && !existsSync(keysOf(config))

/** Witnesses that are silent are missed by every page that asks for them. */
export async function examineWitnesses(
  { witnesses, witnessesNeeded }: Config,
  database: Database,
  { now }: { now: Date },
): Promise<Outcome> {
  if (witnesses.length === 0) return []
  const silent = await silentWitnesses(database, witnesses, now)
  if (silent.length === 0)
    return right(`Every witness of ${witnesses.length} has signed within a day.`)
  const says = `WITNESSES names ${silent.map(({ name }) => name).join(', ')}, who signed nothing within a day.`
  const advice =
    'Ask whoever runs it, and look for "witnesses:" in the server’s log; or take it out of WITNESSES (docs/watching.md).'
  return witnesses.length - silent.length < witnessesNeeded
    ? [wrong(`${says} Without them no certificate is shown as genuine.`, advice)]
    : [warning(says, advice)]
}

/** The newest checkpoint must be signed, and continue what was signed last. */
export async function examineLog(config: Config, database: Database): Promise<Outcome> {
  // Opening the registry would make the folder; the look at the keys reports that it is missing.
  if (lacksFolder(config)) return []
  try {
    const registry = await openRegistryIn(database, config)
    const { siteUrl } = registry
    const { head } = await checkStart(registry)
    if (siteUrl !== config.siteUrl) {
      return wrong(
        `Certificates are signed for ${siteUrl}, and SITE_URL is ${config.siteUrl}.`,
        `Set SITE_URL to ${siteUrl}. Until then nothing is issued.`,
      )
    }
    return right(
      `${head?.size} entries; the newest checkpoint is signed and where it should be. "council log verify" checks every entry.`,
    )
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return wrong(
      error.message,
      'docs/certificates.md has what to do. "council log verify" names all.',
    )
  }
}
