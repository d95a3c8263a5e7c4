import type { Learnt } from '@naic/ledger/format/credential.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { Outbox } from '@naic/store/mail/outbox.ts'
import type { Order } from './issuing/order.ts'
import type { PrivateKeys } from './keys/private-keys.ts'
import type { TransparencyLog } from './log/transparency-log.ts'

/** All that certificates need. The state is in the database, the private keys and the last checkpoint. */
export type Registry = {
  database: Database
  privateKeys: PrivateKeys
  log: TransparencyLog
  outbox: Pick<Outbox, 'wake'>
  /** The address that the registry was made for; it is part of everything that was signed. */
  siteUrl: string
  issuer: Issuer
}

/** What the registry needs from the council: it has no words, forms or catalogue of its own. */
export type Issuer = {
  /** In full; part of every credential. */
  name: string

  /**
   * Reads the catalogue as it is now.
   *
   * @returns what a certificate says about what was learnt; undefined if the order does not say.
   */
  readLearnt: (siteUrl: string) => (order: Order) => Learnt | undefined

  /** Letters to holders. */
  letters: {
    issued: (of: LetterFacts & { pdfAddress: string }) => LetterText
    withdrawn: (of: LetterFacts) => LetterText
    /** @param of the new one; `corrects` is the ID of the one that it replaces. */
    corrected: (of: LetterFacts & { pdfAddress: string; corrects: string }) => LetterText
  }

  /** @returns the person whose application has a reference. */
  findApplicant: (database: Database, reference: string) => Promise<Applicant | undefined>
}

/** `isCorrected`: somebody put the address right after the application was sent. */
type Applicant = { email: string; isCorrected: boolean }

/** `address` is that of the certificate's page. */
type LetterFacts = { id: string; holder: string; domain: string; address: string }
type LetterText = { subject: string; body: string }

/** The page that shows a certificate. */
export const certificateAddress = (siteUrl: string, id: string): string => `${siteUrl}/verify/${id}`

/** One page to print, with the credential inside. */
export const certificatePdfAddress = (siteUrl: string, id: string): string =>
  `${siteUrl}/credentials/${id}.pdf`
