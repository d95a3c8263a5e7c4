import type { KeyObject } from 'node:crypto'
import { multikeyOf, type PrivateKeys, type Signer, signerOf } from './private-keys.ts'
import { currentKey, type KeyUse, type KeyRow, type RegistryKeys } from './registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

const settings = { credentials: 'CREDENTIALS_KEYS', log: 'LOG_KEYS' } as const

/** The private keys as the settings give them, told apart by their public halves. */
export class KeySettings implements PrivateKeys {
  readonly #given: Record<KeyUse, ReadonlyMap<string, KeyObject>>

  /** @param given in the order of each setting. */
  constructor(given: Record<KeyUse, readonly KeyObject[]>) {
    const byMultikey = (keys: readonly KeyObject[]) =>
      new Map(keys.map((key) => [multikeyOf(key), key]))
    this.#given = { credentials: byMultikey(given.credentials), log: byMultikey(given.log) }
  }

  async signer(keys: RegistryKeys, use: KeyUse): Promise<Signer> {
    const key = currentKey(keys, use)
    const privateKey = this.#given[use].get(key.public_key)
    if (privateKey) return signerOf(key, privateKey)
    throw new RegistryRefused(
      `${settings[use]} does not have the private key ${key.name}, which signs; its public key is ${key.public_key}. Add it again. If it is in a file still, docs/certificates.md says how to turn that into the setting's form.`,
    )
  }

  /** The first that the registry does not list. */
  async next(keys: RegistryKeys, use: KeyUse): Promise<string> {
    const listed = new Set(keys.map(({ public_key }) => public_key))
    for (const multikey of this.#given[use].keys()) if (!listed.has(multikey)) return multikey
    throw new RegistryRefused(
      `${settings[use]} has no key that the registry does not list already. Add one at its end, made with "npm run --silent council -- keys make", start the server again with it, and then repeat this.`,
    )
  }

  async retire({ use, public_key }: KeyRow): Promise<string> {
    const given = [...this.#given[use].keys()]
    const at = given.indexOf(public_key)
    return at < 0
      ? `Its private key is not in ${settings[use]} any more.`
      : `Take its private key out of ${settings[use]} now and destroy it: there, it is number ${at + 1} of ${given.length}.`
  }
}
