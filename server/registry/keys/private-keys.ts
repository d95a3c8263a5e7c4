import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { Bytes } from '#credential/bytes.ts'
import { toMultikey } from '#credential/published-keys.ts'
import { type KeyRow, type KeyUse, publicKeyOf, type RegistryKeys } from './registry-keys.ts'

/** A key that signs, under the name that the registry lists it by. */
export type Signer = {
  name: string
  publicKey: Bytes
  /** @returns the Ed25519 signature. */
  sign: (data: Uint8Array) => Promise<Bytes>
}

/**
 * Where the private keys are. Which of them signs is for the registry's rows to say, whatever
 * lies there: only the newest key that they list for a use can be asked for.
 */
export interface PrivateKeys {
  /**
   * The key that signs for a use.
   *
   * @throws RegistryRefused when its private half is not here; the sentence says what to do.
   */
  signer(keys: RegistryKeys, use: KeyUse): Promise<Signer>

  /**
   * A key for the registry to list next. Until it does, asking again gives the same one. When
   * this returns, the private half survives a crash.
   *
   * @param name which it is going to have.
   * @returns its public half, as Multikey text.
   * @throws RegistryRefused when there is none to be had; Unavailable when it cannot be stored.
   */
  next(keys: RegistryKeys, use: KeyUse, name: string): Promise<string>

  /**
   * Takes a key away that signs no more, as far as that can be done from here. It may have been
   * taken away before.
   *
   * @returns what has become of it and what is left for the operator to do, in sentences.
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
