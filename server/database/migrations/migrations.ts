import type { Migration } from 'kysely/migration'
import { applicationsAndLetters } from './001-applications-and-letters.ts'
import { contactMessages } from './002-contact-messages.ts'
import { certificates } from './003-certificates.ts'
import { stamps } from './004-stamps.ts'
import { noReplacing } from './005-no-replacing.ts'
import { lettersRefused } from './006-letters-refused.ts'
import { lettersLeased } from './007-letters-leased.ts'
import { lettersThatWait } from './008-letters-that-wait.ts'
import { keysRevoked } from './009-keys-revoked.ts'
import { sealedCertificates } from './010-sealed-certificates.ts'
import { witnesses } from './011-witnesses.ts'
import { chosenInternship } from './012-chosen-internship.ts'
import { theDesk } from './013-the-desk.ts'
import { lettersSentAgain } from './015-letters-sent-again.ts'
import { takenBack } from './016-taken-back.ts'
import { limitsOfLetters } from './017-limits-of-letters.ts'

/**
 * Every change of the schema, oldest first. One that has landed is never edited, and neither is
 * what it was made of: the next change is a new entry. Written for SQLite and PostgreSQL alike.
 */
export const migrations: Record<string, Migration> = {
  '001-applications-and-letters': applicationsAndLetters,
  '002-contact-messages': contactMessages,
  '003-certificates': certificates,
  '004-stamps': stamps,
  '005-no-replacing': noReplacing,
  '006-letters-refused': lettersRefused,
  '007-letters-leased': lettersLeased,
  '008-letters-that-wait': lettersThatWait,
  '009-keys-revoked': keysRevoked,
  '010-sealed-certificates': sealedCertificates,
  '011-witnesses': witnesses,
  '012-chosen-internship': chosenInternship,
  '013-the-desk': theDesk,
  '015-letters-sent-again': lettersSentAgain,
  '016-taken-back': takenBack,
  '017-limits-of-letters': limitsOfLetters,
}
