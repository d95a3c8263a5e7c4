import { toHex, utf8 } from './bytes.ts'
import type { HashedAddress } from './credential.ts'
import { sha256 } from './cryptography.ts'

/** @returns the hash of an address, whatever the case of its letters and the blanks around it. */
export const hashAddress = async (address: string, salt: string): Promise<HashedAddress> => ({
  salt,
  identityHash: `sha256$${toHex(await sha256(utf8(address.trim().toLowerCase() + salt)))}`,
})

export const isAddressOf = async (address: string, { salt, identityHash }: HashedAddress) =>
  (await hashAddress(address, salt)).identityHash === identityHash
