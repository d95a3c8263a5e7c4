import type { CertificateFacts } from '#credential/credential.ts'

/** A certificate to be issued. */
export type Order = Omit<CertificateFacts, 'id'> & {
  /** What the council's own records call it; undefined for a certificate they do not know. */
  reference: string | undefined
  /** Of the holder: where a letter goes that tells of it, and hashed in the certificate. */
  email: string | undefined
  /** Number or title of an internship of the catalogue, where the domain has several. */
  internship?: string | undefined
  /** For the samples only; every other id is drawn. */
  id?: string
}
