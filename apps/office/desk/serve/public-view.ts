import type { Config } from '@naic/house/config.ts'
import type { Site } from '@naic/ledger/verify/evidence.ts'
import { verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { readUpTo } from '@naic/ledger/watch/watched-site.ts'
import type { PublicView } from '../desk-api.ts'

const patienceMs = 10_000
/** Bytes. An honest answer has a tenth of it. */
const longestAnswer = 4 * 1024 * 1024

/**
 * Checks a certificate as its public page does in a visitor's browser, who comes for the first time: it
 * asks the site, as anybody, and believes only what is proven.
 */
export async function viewAsPublic(
  config: Pick<Config, 'siteUrl' | 'witnesses' | 'witnessesNeeded'>,
  id: string,
): Promise<PublicView> {
  const verified = await verifyById(id, siteAsked(config), new AbortController().signal)
  if (verified.state !== 'examined') return { state: verified.state }
  const { verdict, facts, revocation, checkedAt } = verified.examination
  return {
    state: 'examined',
    verdict,
    facts,
    withdrawnAt: revocation?.at,
    checkedAt: checkedAt.toISOString(),
  }
}

function siteAsked({
  siteUrl,
  witnesses,
  witnessesNeeded,
}: Parameters<typeof viewAsPublic>[0]): Site {
  const vkeys = witnesses.map(({ vkey }) => vkey)
  return {
    url: siteUrl,
    readPolicies: async () => (vkeys.length > 0 ? [{ needed: witnessesNeeded, vkeys }] : []),
    async fetch(path) {
      const signal = AbortSignal.timeout(patienceMs)
      const response = await fetch(siteUrl + path, { redirect: 'error', signal })
      const { status, headers } = response
      return new Response(await readUpTo(longestAnswer, response, patienceMs), { status, headers })
    },
    isOnline: () => true,
    readSeenLog: () => null,
    keepSeenLog: () => undefined,
  }
}
