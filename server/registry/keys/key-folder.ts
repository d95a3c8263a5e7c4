import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDurableFolder, writeOnce } from '#server/files/durable-file.ts'
import { asUnavailable } from '#server/unavailable.ts'
import { multikeyOf, type PrivateKeys, type Signer, signerOf } from './private-keys.ts'
import {
  currentKey,
  isKeyName,
  type KeyUse,
  type KeyRow,
  type RegistryKeys,
} from './registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** The private keys as files: one of PKCS #8 each, readable by the server's user only. */
export class KeyFolder implements PrivateKeys {
  readonly #folder: string
  readonly #loaded = new Map<string, KeyObject>()

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(folder: string): Promise<KeyFolder> {
    await openDurableFolder(folder)
    return new KeyFolder(folder)
  }

  async signer(keys: RegistryKeys, use: KeyUse): Promise<Signer> {
    const key = currentKey(keys, use)
    const privateKey = await this.#load(key.name)
    if (multikeyOf(privateKey) === key.public_key) return signerOf(key, privateKey)
    throw notOf(key.name)
  }

  /** Makes the key unless it is there: a crash may have come after its making. */
  async next(_keys: RegistryKeys, _use: KeyUse, name: string): Promise<string> {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    try {
      await writeOnce(this.#file(name), Buffer.from(pem))
    } catch (error) {
      throw asUnavailable(error)
    }
    return multikeyOf(await this.#load(name))
  }

  /** What does not exist cannot sign. */
  async retire({ name, public_key }: KeyRow): Promise<string> {
    const privateKey = await this.#read(name)
    // A row that was given another key's name must not have that key destroyed.
    if (privateKey && multikeyOf(privateKey) !== public_key) throw notOf(name)
    this.#loaded.delete(name)
    await rm(this.#file(name), { force: true })
    return 'Its private key is destroyed. Make a backup of the folder "keys" of the data folder now.'
  }

  /** @throws RegistryRefused for what somebody put into the database by hand. */
  #file(name: string): string {
    if (isKeyName(name, 'credentials') || isKeyName(name, 'log'))
      return path.join(this.#folder, `${name}.pem`)
    throw new RegistryRefused(
      `A key in the database has the name ${JSON.stringify(name)}, which the registry gives none: it was changed by hand. Restore the newest backup.`,
    )
  }

  async #load(name: string): Promise<KeyObject> {
    const key = this.#loaded.get(name) ?? (await this.#read(name))
    if (!key) throw unreadable(name)
    this.#loaded.set(name, key)
    return key
  }

  /** @returns undefined where there is no such file. */
  async #read(name: string): Promise<KeyObject | undefined> {
    const file = this.#file(name)
    try {
      return createPrivateKey(await readFile(file))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw unreadable(name, error)
    }
  }
}

const notOf = (name: string) =>
  new RegistryRefused(
    `The private key ${name} does not belong to the public key in the database. Restore keys and database from the same backup.`,
  )

const unreadable = (name: string, cause?: unknown) =>
  new RegistryRefused(
    `The private key ${name} is missing or cannot be read. Restore the folder "keys" of the data folder from your backup, or, where the keys are in settings, set CREDENTIALS_KEYS and LOG_KEYS.`,
    { cause },
  )
