import { thisSite } from '#app/certificate-view/this-site.ts'
import { verifyById, type Verified } from '@naic/ledger/verify/examine-certificate.ts'

/** What is needed once there is a list: as much as the rest of the page, so it comes by itself. */

export const check = (id: string, stop: AbortSignal): Promise<Verified> =>
  verifyById(id, thisSite, stop)

export { SeveralResults } from './several-results.tsx'
