import { describeTable, orNull, type RowsOf, text } from '@naic/store/database/tables.ts'

/**
 * Who works at the desk that is served to the staff. On PostgreSQL the site's user may not even read these
 * rows: somebody who has taken over the site could else let themselves in at the desk.
 */
export const staffTables = {
  /** One row a person. They are never removed: the journal names them. */
  staff: describeTable(
    {
      /** Random; passkeys know the person by it. */
      id: text,
      /** As the journal names them. */
      name: text,
      /** With spaces between them, as "reviewer issuer". */
      roles: text,
      added_at: text,
      /** Null while they may work at the desk. */
      suspended_at: orNull(text),
      /** When they left; they are suspended too then. */
      ended_at: orNull(text),
    },
    {
      key: ['id'],
      unique: ['name'],
      growsOnly: false,
      rights: 'none',
      desk: 'SELECT',
      whose: 'council',
    },
  ),
  staff_passkey: describeTable(
    {
      /** The browser's name for it, in base64url. */
      id: text,
      staff_id: text,
      /** COSE, in base64url. */
      public_key: text,
      /** How often its authenticator has signed, in digits; "0" if it does not count. */
      counter: text,
      /** How a browser reaches it, with spaces between them, as "internal hybrid". */
      transports: text,
      added_at: text,
      used_at: orNull(text),
    },
    {
      key: ['id'],
      growsOnly: false,
      rights: 'none',
      desk: 'INSERT, UPDATE, DELETE',
      whose: 'council',
    },
  ),
  /** Lets a person add a passkey without having one, once. */
  staff_invitation: describeTable(
    {
      /** SHA-256 of its secret, in hex. */
      id: text,
      staff_id: text,
      made_at: text,
      used_at: orNull(text),
      /** The passkey that was added by it. */
      passkey_id: orNull(text),
    },
    {
      key: ['id'],
      growsOnly: false,
      rights: 'none',
      desk: 'UPDATE',
      isPassing: true,
      whose: 'council',
    },
  ),
  staff_session: describeTable(
    {
      /** SHA-256 of what the browser has in its cookie, in hex. */
      id: text,
      staff_id: text,
      /** The passkey that began it: removed, it ends its sessions. */
      passkey_id: text,
      begun_at: text,
      /** When the person last did something, to the minute. */
      seen_at: text,
    },
    {
      key: ['id'],
      growsOnly: false,
      rights: 'none',
      desk: 'INSERT, UPDATE, DELETE',
      isPassing: true,
      whose: 'council',
    },
  ),
}

declare module '@naic/store/database/tables.ts' {
  interface Tables extends RowsOf<typeof staffTables> {}
}
