import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Bytes } from '#certificates/bytes.ts'
import { openDurableFolder, writeOnce } from '../files/durable-file.ts'
import { asUnavailable } from '../unavailable.ts'
import { RegistryRefused } from './registry-refused.ts'

/**
 * The private keys: one PKCS #8 file each, readable by the server's user only. What else must
 * not be in the database lies in this folder too.
 */
export class KeyFolder {
  readonly folder: string
  readonly #loaded = new Map<string, KeyObject>()

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(folder: string): Promise<KeyFolder> {
    await openDurableFolder(folder)
    return new KeyFolder(folder)
  }

  /** Makes the key unless it is there: a crash may have come after its making. */
  async make(name: string): Promise<void> {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    try {
      await writeOnce(this.#file(name), Buffer.from(pem))
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  /** @throws RegistryRefused when the key's file is missing or unreadable. */
  async publicKey(name: string): Promise<Bytes> {
    const { x = '' } = createPublicKey(await this.#load(name)).export({ format: 'jwk' })
    return new Uint8Array(Buffer.from(x, 'base64url'))
  }

  /**
   * @returns the Ed25519 signature.
   * @throws RegistryRefused when the key's file is missing or unreadable.
   */
  async sign(name: string, data: Uint8Array): Promise<Bytes> {
    return new Uint8Array(sign(null, data, await this.#load(name)))
  }

  /** Takes a retired key away: what does not exist cannot sign. */
  async destroy(name: string): Promise<void> {
    this.#loaded.delete(name)
    await rm(this.#file(name), { force: true })
  }

  #file = (name: string) => path.join(this.folder, `${name}.pem`)

  async #load(name: string): Promise<KeyObject> {
    const loaded = this.#loaded.get(name)
    if (loaded) return loaded
    try {
      const key = createPrivateKey(await readFile(this.#file(name)))
      this.#loaded.set(name, key)
      return key
    } catch (error) {
      throw new RegistryRefused(
        `The private key ${name} is missing or cannot be read. Restore the folder "keys" of the data folder from your backup.`,
        { cause: error },
      )
    }
  }
}
