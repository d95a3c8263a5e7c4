import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import type { Issued } from '@naic/registry/issuing/issue-certificates.ts'

/** What is told of certificates that were issued. Programs go by these names. */
export const issuedColumns: readonly (SheetColumn<Issued> & { title: string })[] = (
  ['reference', 'id', 'address', 'state'] as const
).map((key) => ({ key, title: key, of: (issued) => issued[key] ?? '' }))
