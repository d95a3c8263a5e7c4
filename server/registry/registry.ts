import type { Database } from '../database/database.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { PrivateKeys } from './keys/private-keys.ts'
import type { TransparencyLog } from './log/transparency-log.ts'

/** What everything about certificates runs on. The state is in the database, the private keys and the last checkpoint. */
export type Registry = {
  database: Database
  privateKeys: PrivateKeys
  log: TransparencyLog
  outbox: Outbox
  /** Under which the registry was made; it is part of everything that was signed. */
  siteUrl: string
  /** Of whoever issues, the council's full name. */
  issuerName: string
}

/** Name of the log, which its checkpoints begin with. */
export const logOrigin = (siteUrl: string): string => `${new URL(siteUrl).host}/log`

/** The page that shows a certificate. */
export const certificateAddress = (siteUrl: string, id: string): string => `${siteUrl}/verify/${id}`

/** One page to print, with the credential inside. */
export const certificatePdfAddress = (siteUrl: string, id: string): string =>
  `${siteUrl}/credentials/${id}.pdf`
