import { type DidDocument, didOf, type KeyRange } from '#credential/published-keys.ts'
import { parseJson } from '#credential/canonical-json.ts'
import { apiUrl, siteUrl } from '#app/server-context/site-address.ts'
import {
  type CouncilsEvidence,
  type Examination,
  examineCertificate,
  type Given,
} from './examine-certificate.ts'

/** The council's keys, and for what each counts; undefined what cannot be had. */
export type Keys = {
  did: DidDocument | undefined
  keys: readonly KeyRange[] | undefined
}

/** The council's DID: that of the address which this page has as its own, whatever is answered. */
export const councilDid = (): string => didOf(siteUrl())

/** The council's keys as the site publishes them now. */
export async function fetchKeys(): Promise<Keys> {
  const [did, listed] = await Promise.all([
    fetchJson('/.well-known/did.json'),
    fetchJson('/log/keys'),
  ])
  const { keys } = (listed ?? {}) as Partial<Keys>
  return { did: did as DidDocument | undefined, keys }
}

/**
 * Examines a certificate, and once more with the newest keys where the list of keys that came with
 * it does not have the one that signed.
 */
export async function examineWithNewestKeys(
  evidence: CouncilsEvidence,
  given: Given,
): Promise<Examination> {
  const examination = await examineCertificate(evidence, given)
  if (examination.verdict !== 'unchecked' || !evidence.did) return examination
  const newest = await fetchKeys()
  return newest.did ? examineCertificate({ ...evidence, ...newest }, given) : examination
}

/** @returns undefined for what cannot be had: without a network, or in time, or as JSON. */
export async function fetchJson(path: string): Promise<unknown> {
  try {
    const response = await fetch(`${apiUrl()}${path}`, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(20_000),
    })
    return response.ok ? parseJson(await response.text()) : undefined
  } catch {
    return undefined
  }
}
