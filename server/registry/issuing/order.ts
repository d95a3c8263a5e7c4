import type { CertificateFacts } from '#credential/credential.ts'

/** A certificate to be issued. */
export type Order = Omit<CertificateFacts, 'id'> & {
  /** What the council's own records call it; undefined for a certificate they do not know. */
  reference: string | undefined
  /** Where a letter goes that tells of it. */
  email: string | undefined
  /** For the samples only; every other id is drawn. */
  id?: string
}
