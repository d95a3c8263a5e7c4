import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import type { Issued } from '@naic/registry/issuing/issue-certificates.ts'

/** What a sheet says of certificates that were issued. Programs go by these names. */
export const issuedColumns: readonly SheetColumn<Issued>[] = (
  ['reference', 'id', 'address', 'state'] as const
).map((key) => ({ key, of: (issued) => issued[key] ?? '' }))
