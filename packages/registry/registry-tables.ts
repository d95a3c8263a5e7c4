import {
  describeTable,
  integer,
  oneOf,
  orNull,
  type RowsOf,
  text,
} from '@naic/store/database/tables.ts'

const grows = { growsOnly: true, rights: 'INSERT', whose: 'council' } as const
/** No desk adds to it: keys, and what begins or restarts the log, are the operator's. */
const operators = { ...grows, desk: 'SELECT' } as const
const ofHolders = { growsOnly: true, rights: 'INSERT', whose: 'holder' } as const
const ofCertificate = {
  key: ['certificate_id'],
  references: { certificate_id: 'certificate (id)' },
} as const
/** What others say of a checkpoint. */
const ofCheckpoint = {
  references: { size: 'log_checkpoint (size)' },
  rights: 'INSERT, UPDATE',
  desk: 'SELECT',
  whose: 'council',
} as const

/** Certificates and their log. Rows refer only to tables above their own. */
export const registryTables = {
  /** One row: the address that the registry was made for, which is in everything that it signs. */
  registry: describeTable(
    {
      /** 1. */
      id: integer,
      /** Origin without a slash at its end. */
      site_url: text,
    },
    { ...operators, key: ['id'] },
  ),
  /** The public part of every key there ever was. The newest of a use signs; the others are retired. */
  registry_key: describeTable(
    {
      /** Such as "key-2026", or "key-2026-2" after a rotation in the same year. */
      name: text,
      use: oneOf('credentials', 'log'),
      /** Multikey. */
      public_key: text,
      added_at: text,
      /** Of the log's entry that announces it; the order of the keys. */
      log_index: integer,
      /** Of a key of the log: the log's name since it was restarted; null before, and of other keys. */
      origin: orNull(text),
    },
    { ...operators, key: ['name'], unique: ['public_key', 'log_index'] },
  ),
  /** One row for each key that somebody else may have: it does not count from an entry of the log on. */
  key_revocation: describeTable(
    {
      name: text,
      from_index: integer,
      revoked_at: text,
      /** Of the log's entry that says so. */
      log_index: integer,
    },
    {
      ...operators,
      key: ['name'],
      unique: ['log_index'],
      references: { name: 'registry_key (name)' },
    },
  ),
  /**
   * One row for each issued certificate. It is never changed: what comes later is a row of another table.
   * Of the holder it has nothing.
   */
  certificate: describeTable(
    {
      id: text,
      /** `documentHash` of its credential. */
      hash: text,
      /** Its place in the status list. */
      status_index: integer,
      log_index: integer,
      /**
       * The name in the council's own records. Issuing it again gives the same certificate, unless that
       * was revoked: then there are several, and the newest counts.
       */
      external_reference: orNull(text),
      issued_at: text,
    },
    {
      ...ofHolders,
      key: ['id'],
      unique: ['hash', 'status_index', 'log_index'],
      // With what tells how a certificate stands, so that counting them reads no credential.
      indexes: { certificate_reference: '(external_reference, id, log_index)' },
    },
  ),
  /**
   * What a certificate says, and what finds it: the only table of the registry that loses rows (decision
   * 037). Nothing of it is shown but what the signed credential says, when that was checked.
   */
  credential: describeTable(
    {
      certificate_id: text,
      /** The secured credential as JSON, as it was signed. */
      document: text,
      /** What people look for, as `folded` has it; empty without a college. */
      holder: text,
      domain: text,
      college: text,
      /** YYYY-MM-DD. */
      verified_on: text,
      /** SHA-256 of `whatIsSaid`, in hex: finds others that say the same. */
      said: text,
      /** Salt and hash of the holder's email address, by which it is found (decision 038). */
      address: orNull(text),
      /** ID of the certificate in whose place it came, since that had a wrong name (decision 059). */
      corrects: orNull(text),
    },
    {
      key: ['certificate_id'],
      unique: ['corrects'],
      references: { certificate_id: 'certificate (id)', corrects: 'certificate (id)' },
      indexes: {
        // So that a search reads no documents.
        credential_searched: '(certificate_id, holder, domain, college, verified_on)',
      },
      rights: 'INSERT, DELETE',
      desk: 'INSERT',
      whose: 'holder',
    },
  ),
  /** One row for each certificate whose credential was deleted, at the holder's request. */
  erasure: describeTable(
    { certificate_id: text, erased_at: text },
    { ...operators, ...ofCertificate },
  ),
  revocation: describeTable(
    {
      certificate_id: text,
      /** One of `revocationReasons`. */
      reason: text,
      revoked_at: text,
      log_index: integer,
    },
    { ...grows, ...ofCertificate, unique: ['log_index'] },
  ),
  /** Hash of a whole subtree: of level 0 the leaves, of level 1 two leaves each, and so on. */
  log_node: describeTable(
    {
      /** "level/index", such as "3/17" for the entries from 136 to 143. */
      id: text,
      /** Base64. */
      hash: text,
    },
    { ...grows, key: ['id'] },
  ),
  log_checkpoint: describeTable(
    {
      size: integer,
      /** The signed note. */
      note: text,
      /** SHA-256 of the note before it in hex; of the first, 64 zeros. */
      previous: text,
      signed_at: text,
    },
    { ...grows, key: ['size'], unique: ['previous'] },
  ),
  /** A calendar's stamp of a checkpoint. It gets longer when the block is known. */
  log_stamp: describeTable(
    {
      /** Of the checkpoint. */
      size: integer,
      /** Its address. */
      calendar: text,
      /** OpenTimestamps' own form, in Base64; of the SHA-256 of the checkpoint's note. */
      timestamp: text,
      /** Height of the first block of Bitcoin that it leads to; null as long as one is promised. */
      block: orNull(integer),
      stamped_at: text,
    },
    { ...ofCheckpoint, key: ['size', 'calendar'] },
  ),
  /** The newest cosignature of each witness for each checkpoint that it saw. */
  witness_cosignature: describeTable(
    {
      /** Its name and public key, as WITNESSES has them. */
      vkey: text,
      /** Of the checkpoint. */
      size: integer,
      /** As the witness signed it, to the second. */
      cosigned_at: text,
      /** Its line of the note. */
      line: text,
    },
    { ...ofCheckpoint, key: ['vkey', 'size'] },
  ),
  /** One row for each restart of the log after a backup was restored (decision 107). */
  log_restart: describeTable(
    {
      /** Of the log's entry that names it. */
      log_index: integer,
      /** `RestartStatement` as JSON. */
      statement: text,
    },
    { ...operators, key: ['log_index'] },
  ),
  /**
   * It is moved last: a server that starts before all rows are moved finds fewer entries than were
   * signed, and refuses.
   */
  log_entry: describeTable(
    {
      /** From 0, without a gap. */
      position: integer,
      /** Canonical JSON. */
      entry: text,
    },
    { ...grows, key: ['position'] },
  ),
}

declare module '@naic/store/database/tables.ts' {
  interface Tables extends RowsOf<typeof registryTables> {}
}
