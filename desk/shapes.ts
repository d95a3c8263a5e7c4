import type { Conflict } from '#server/registry/issuing/find-issued.ts'
import type { ListedCertificate } from '#server/registry/issuing/list-certificates.ts'
import type { Mistake } from '#server/sheets/decode-table.ts'

/** What the desk's page and its server say to each other, as JSON. */

/** Whose desk it is. */
export type DeskSummary = {
  /** Account on the machine, as the journal names it. */
  account: string
  siteUrl: string
  /** Where the rows are kept. */
  place: string
}

/** What would become of a batch of certificates. */
export type BatchPlan =
  | { state: 'mistakes'; mistakes: Mistake[] }
  | { state: 'conflicts'; conflicts: Conflict[] }
  | { state: 'other site'; siteUrl: string; registrySite: string }
  | {
      state: 'planned'
      /** How many would be issued, and how many are already. */
      fresh: number
      before: number
      /** What there is of each, and what may be a slip; lines of text. */
      summary: string
      /** How many say what another certificate says, and which; lines of text. */
      repeats: { count: number; lines: string }
      /** Applications of which no certificate can be made. */
      leftOut: { reference: string; reason: string }[]
    }

/** A line of what is answered while a batch is carried out; the last is not "signed". */
export type BatchProgress =
  | { state: 'signed'; signed: number; of: number }
  | { state: 'issued'; issued: number; before: number; csv: string }
  /** Something is another way than in the plan that was agreed to. Nothing was issued. */
  | { state: 'changed' }
  | { state: 'failed'; detail: string }

export type { ListedCertificate }
export type CertificateList = { certificates: ListedCertificate[] }
