import { toHex, utf8 } from './bytes.ts'
import { sha256 } from './sha256.ts'

/**
 * The holder's e-mail address as a fingerprint: who has an address can find out whether it is the one,
 * and nobody can read it. Who can guess it can try it out.
 */
export type HashedAddress = {
  /** Of this certificate alone, so that two of one person cannot be told to be. */
  salt: string
  /** `sha256$` and hexadecimal digits. */
  identityHash: string
}

/** As Open Badges 3.0 has it (IdentityObject). */
export type AddressIdentity = HashedAddress & {
  type: 'IdentityObject'
  identityType: 'emailAddress'
  hashed: true
}

/** @returns what stands for an address, whatever the case of its letters and the blanks around it. */
export const hashAddress = async (address: string, salt: string): Promise<HashedAddress> => ({
  salt,
  identityHash: `sha256$${toHex(await sha256(utf8(address.trim().toLowerCase() + salt)))}`,
})

export const isAddressOf = async (address: string, { salt, identityHash }: HashedAddress) =>
  (await hashAddress(address, salt)).identityHash === identityHash

export const writeAddress = (hashed: HashedAddress): AddressIdentity => ({
  type: 'IdentityObject',
  identityType: 'emailAddress',
  hashed: true,
  ...hashed,
})

/**
 * @param identifiers of a credential's subject; anything at all.
 * @returns undefined where none is an e-mail address that was hashed so.
 */
export function readAddress(identifiers: unknown): HashedAddress | undefined {
  const all = Array.isArray(identifiers) ? (identifiers as (Partial<AddressIdentity> | null)[]) : []
  const found = all.find((one) => one?.identityType === 'emailAddress' && one.hashed === true)
  const { salt, identityHash } = found ?? {}
  if (typeof salt !== 'string' || typeof identityHash !== 'string') return undefined
  return /^sha256\$[0-9a-f]{64}$/.test(identityHash) ? { salt, identityHash } : undefined
}
