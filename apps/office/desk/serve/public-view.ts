import type { Config } from '@naic/house/config.ts'
import type { Site } from '@naic/ledger/verify/evidence.ts'
import { verifyById } from '@naic/ledger/verify/examine-certificate.ts'
import { askStranger, CannotLook } from '@naic/ledger/watch/watched-site.ts'

/** Checks a certificate as its public page does in the browser of a visitor who comes for the first time. */
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

/** @returns the picture by which its page is shared, a PNG; undefined if the site shows none of it just now. */
export async function pictureOnSite({ siteUrl }: Pick<Config, 'siteUrl'>, id: string) {
  try {
    // Where it has none, the site leads to one that names nobody: that is not followed.
    const answer = await askSite(siteUrl, `/credentials/${id}.png`)
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
  } catch (error) {
    if (error instanceof CannotLook) return undefined
    throw error
  }
}

const askSite = (siteUrl: string, path: string) =>
  askStranger(siteUrl + path, { longest: 4 * 1024 * 1024, patienceMs: 10_000 })

function siteAsked({
  siteUrl,
  witnesses,
  witnessesNeeded,
}: Parameters<typeof viewAsPublic>[0]): Site {
  const vkeys = witnesses.map(({ vkey }) => vkey)
  return {
    url: siteUrl,
    readPolicies: async () => (vkeys.length > 0 ? [{ needed: witnessesNeeded, vkeys }] : []),
    fetch: (path) => askSite(siteUrl, path),
    isOnline: () => true,
    readSeenLog: () => null,
    keepSeenLog: () => undefined,
  }
}
