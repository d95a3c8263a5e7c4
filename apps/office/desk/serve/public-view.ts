import type { Config } from '@naic/house/config.ts'
import type { Site } from '@naic/ledger/verify/evidence.ts'
import { verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { askStranger } from '@naic/ledger/watch/watched-site.ts'

/**
 * Checks a certificate as its public page does in a visitor's browser, who comes for the first time: it
 * asks the site, as anybody, and believes only what is proven.
 */
export async function viewAsPublic(
  config: Pick<Config, 'siteUrl' | 'witnesses' | 'witnessesNeeded'>,
  id: string,
) {
  const verified = await verifyById(id, siteAsked(config), new AbortController().signal)
  if (verified.state !== 'examined') return { state: verified.state }
  const { verdict, facts, revocation, checkedAt } = verified.examination
  return {
    state: verified.state,
    verdict,
    /** Undefined if the page shows nothing of it. */
    facts,
    withdrawnAt: revocation?.at,
    checkedAt: checkedAt.toISOString(),
  }
}

export type PublicView = Awaited<ReturnType<typeof viewAsPublic>>

function siteAsked({
  siteUrl,
  witnesses,
  witnessesNeeded,
}: Parameters<typeof viewAsPublic>[0]): Site {
  const vkeys = witnesses.map(({ vkey }) => vkey)
  return {
    url: siteUrl,
    readPolicies: async () => (vkeys.length > 0 ? [{ needed: witnessesNeeded, vkeys }] : []),
    fetch: (path) => askStranger(siteUrl + path, { longest: 4 * 1024 * 1024, patienceMs: 10_000 }),
    isOnline: () => true,
    readSeenLog: () => null,
    keepSeenLog: () => undefined,
  }
}
