/**
 * The tables that only grow, as the newest migration leaves them, with the columns that no two
 * rows have alike. `findLostTriggers` holds a database against this list, so that a table that is
 * added here without a migration, or there without a line here, does not go unnoticed.
 */
export const appendOnlyTables = {
  registry: ['id'],
  registry_key: ['name', 'public_key', 'log_index'],
  key_revocation: ['name', 'log_index'],
  certificate: ['id', 'hash', 'status_index', 'log_index'],
  erasure: ['certificate_id'],
  revocation: ['certificate_id', 'log_index'],
  log_entry: ['position'],
  log_node: ['id'],
  log_checkpoint: ['size', 'previous'],
  journal: ['id'],
  resume_place: ['number'],
} as const
