import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import type { Bytes } from '@naic/ledger/format/bytes.ts'
import { toMultikey } from '@naic/ledger/format/published-keys.ts'
import {
  currentKey,
  isKeyName,
  type KeyRow,
  type KeyUse,
  publicKeyOf,
  type RegistryKeys,
} from './registry-keys.ts'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  openDurableFolder,
  readIfThere,
  syncFolder,
  writeOnce,
} from '@naic/store/files/durable-file.ts'
import { throwUnavailable } from '@naic/store/unavailable.ts'
import { RegistryRefused } from '../registry-refused.ts'

export type Signer = {
  /** As the registry lists it. */
  name: string
  publicKey: Bytes
  /** @returns the Ed25519 signature. */
  sign: (data: Uint8Array) => Promise<Bytes>
}

/** Where the private keys are. The registry's rows say which of them signs: the newest of each use. */
export interface PrivateKeys {
  /** @throws RegistryRefused when the private half of the key that signs is not here. */
  signer(keys: RegistryKeys, use: KeyUse): Promise<Signer>

  /**
   * A key for the registry to list next. Until it is listed, this gives the same one again. When this
   * returns, the private half survives a crash.
   *
   * @param name which it is going to have.
   * @returns its public half, as Multikey text.
   * @throws RegistryRefused when there is none; Unavailable when it cannot be stored.
   */
  next(keys: RegistryKeys, use: KeyUse, name: string): Promise<string>

  /**
   * Removes a key that no longer signs, if that can be done from here; it may be gone already.
   *
   * @returns what became of it and what the operator still has to do, in sentences.
   */
  retire(key: KeyRow): Promise<string>
}

export const multikeyOf = (privateKey: KeyObject): string => {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return toMultikey(new Uint8Array(Buffer.from(x, 'base64url')))
}

export const signerOf = ({ name, public_key }: KeyRow, privateKey: KeyObject): Signer => ({
  name,
  publicKey: publicKeyOf(public_key),
  sign: async (data) => new Uint8Array(sign(null, data, privateKey)),
})

/** The private keys as files: one of PKCS #8 each, readable by the server's user only. */
export class KeyFolder implements PrivateKeys {
  readonly #folder: string
  /** What was read once signs while the folder is away. */
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
    const privateKey = await this.#read(key.name)
    if (!privateKey) throw unreadable(key.name)
    if (multikeyOf(privateKey) !== key.public_key) throw notOf(key.name)
    return signerOf(key, privateKey)
  }

  /** Makes the key unless it is there already, as after a crash. */
  async next(_keys: RegistryKeys, _use: KeyUse, name: string): Promise<string> {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await writeOnce(this.#file(name), Buffer.from(pem)).catch(throwUnavailable)
    return multikeyOf((await this.#read(name)) ?? privateKey)
  }

  async retire({ name, public_key }: KeyRow): Promise<string> {
    const privateKey = await this.#read(name)
    // Somebody may have given a row another key's name: that key must not be destroyed.
    if (privateKey && multikeyOf(privateKey) !== public_key) throw notOf(name)
    this.#loaded.delete(name)
    await rm(this.#file(name), { force: true })
    await syncFolder(this.#folder)
    return 'Its private key is destroyed. Make a backup of the folder "keys" of the data folder now.'
  }

  /** @throws RegistryRefused for a name that somebody put into the database by hand. */
  #file(name: string): string {
    if (isKeyName(name, 'credentials') || isKeyName(name, 'log'))
      return path.join(this.#folder, `${name}.pem`)
    throw new RegistryRefused(
      `A key in the database has the name ${JSON.stringify(name)}, which the registry gives none: it was changed by hand. Restore the newest backup.`,
    )
  }

  /** @returns undefined if the file is missing. */
  async #read(name: string): Promise<KeyObject | undefined> {
    const file = this.#file(name)
    try {
      const pem = this.#loaded.has(name) ? undefined : await readIfThere(file)
      if (pem) this.#loaded.set(name, createPrivateKey(pem))
      return this.#loaded.get(name)
    } catch (error) {
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

const settings = { credentials: 'CREDENTIALS_KEYS', log: 'LOG_KEYS' } as const

/** The private keys as the settings give them, told apart by their public halves. */
export class KeySettings implements PrivateKeys {
  readonly #byMultikey: Record<KeyUse, ReadonlyMap<string, KeyObject>>

  /** @param keys in the order of each setting. */
  constructor(keys: Record<KeyUse, readonly KeyObject[]>) {
    const named = (some: readonly KeyObject[]) => new Map(some.map((key) => [multikeyOf(key), key]))
    this.#byMultikey = { credentials: named(keys.credentials), log: named(keys.log) }
  }

  async signer(keys: RegistryKeys, use: KeyUse): Promise<Signer> {
    const key = currentKey(keys, use)
    const privateKey = this.#byMultikey[use].get(key.public_key)
    if (privateKey) return signerOf(key, privateKey)
    throw new RegistryRefused(
      `${settings[use]} does not have the private key ${key.name}, which signs; its public key is ${key.public_key}. Add it again. If it is in a file still, docs/certificates.md says how to turn that into the setting's form.`,
    )
  }

  /** The first that the registry does not list. */
  async next(keys: RegistryKeys, use: KeyUse): Promise<string> {
    const listed = new Set(keys.map(({ public_key }) => public_key))
    for (const multikey of this.#byMultikey[use].keys()) if (!listed.has(multikey)) return multikey
    throw new RegistryRefused(
      `${settings[use]} has no key that the registry does not list already. Add one at its end, made with "council keys make", start the server again with it, and then repeat this.`,
    )
  }

  async retire({ use, public_key }: KeyRow): Promise<string> {
    const multikeys = [...this.#byMultikey[use].keys()]
    const at = multikeys.indexOf(public_key)
    return at < 0
      ? `Its private key is not in ${settings[use]} any more.`
      : `Take its private key out of ${settings[use]} now and destroy it: there, it is number ${at + 1} of ${multikeys.length}.`
  }
}
