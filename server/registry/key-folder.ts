import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDurableFolder, writeOnce } from '../files/durable-file.ts'
import { asUnavailable } from '../unavailable.ts'
import { multikeyOf, type PrivateKeys, type Signer, signerOf } from './private-keys.ts'
import { currentKey, type KeyUse, type ListedKey, type RegistryKeys } from './registry-keys.ts'
import { RegistryRefused } from './registry-refused.ts'

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
    throw new RegistryRefused(
      `The private key ${key.name} does not belong to the public key in the database. Restore keys and database from the same backup.`,
    )
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
  async retire({ name }: ListedKey): Promise<string> {
    this.#loaded.delete(name)
    await rm(this.#file(name), { force: true })
    return 'Its private key is destroyed. Make a backup of the folder "keys" of the data folder now.'
  }

  #file = (name: string) => path.join(this.#folder, `${name}.pem`)

  async #load(name: string): Promise<KeyObject> {
    const loaded = this.#loaded.get(name)
    if (loaded) return loaded
    try {
      const key = createPrivateKey(await readFile(this.#file(name)))
      this.#loaded.set(name, key)
      return key
    } catch (error) {
      throw new RegistryRefused(
        `The private key ${name} is missing or cannot be read. Restore the folder "keys" of the data folder from your backup, or, where the keys are in settings, set CREDENTIALS_KEYS and LOG_KEYS.`,
        { cause: error },
      )
    }
  }
}
