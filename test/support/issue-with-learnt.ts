import { hashAddress } from '@naic/ledger/format/credential.ts'
import { readProgrammes } from '@naic/installation/programmes.ts'
import { issueCertificate } from './issue-certificate.ts'

/** A certificate that says what the catalogue's first internship teaches, and hashes an address. */
export async function issueWithLearnt(siteUrl: string, id: string, address: string) {
  const learnt = readProgrammes(siteUrl).find(({ id: number }) => number === 1)?.learnt
  if (!learnt) throw new Error('The catalogue has no first internship.')
  const hashed = await hashAddress(address, 'a salt of this certificate')
  return { issued: await issueCertificate(siteUrl, id, { learnt, address: hashed }), learnt }
}
