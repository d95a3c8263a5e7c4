import { createCipheriv, randomBytes } from 'node:crypto'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { forbidChanges, forbidReplacing } from '../append-only-triggers.ts'

/**
 * Certificates are sealed, each with a key of its own, so that one can be erased by destroying its
 * key (decision 037). What only repeated the credential goes. Rows that were issued are copied into a
 * table that takes the old one's place: a table that is dropped leaves nothing of its pages, of which
 * SQLite (`secure_delete`) overwrites each and PostgreSQL deletes the file.
 */
export const sealedCertificates: Migration = {
  async up(database: Kysely<unknown>) {
    const tables = database as Kysely<Then>
    const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
    const run = (statement: string) => sql.raw(statement).execute(database)
    // In this order, as whoever revokes takes them. Others may read on meanwhile.
    if (isPostgres) await run('LOCK TABLE revocation, certificate IN EXCLUSIVE MODE')
    await createSealed(database)
    const keys = await copySealed(tables)
    await requireAll(database, keys.length)

    if (isPostgres) await run(`ALTER TABLE revocation DROP CONSTRAINT ${reference}`)
    await database.schema.dropTable('certificate').execute()
    await database.schema.alterTable(sealed).renameTo('certificate').execute()
    if (isPostgres) {
      await run(
        `ALTER TABLE revocation ADD CONSTRAINT ${reference} FOREIGN KEY (certificate_id) REFERENCES certificate (id)`,
      )
    }
    await createOfCertificates(database)
    for (let at = 0; at < keys.length; at += rowsAtATime) {
      const some = keys.slice(at, at + rowsAtATime)
      await tables.insertInto('certificate_key').values(some).execute()
    }
    await forbidChanges(database, 'certificate')
    await forbidReplacing(database, 'certificate', unique)
    await forbidChanges(database, 'erasure')
    await forbidReplacing(database, 'erasure', ['certificate_id'])
  },
}

/** What of the tables then it reads and writes. */
type Row = {
  id: string
  credential: string
  hash: string
  status_index: number
  log_index: number
  external_reference: string | null
  issued_at: string
}
type Key = { certificate_id: string; key: string }
type Then = { certificate: Row; certificate_sealed: Row; certificate_key: Key }

const sealed = 'certificate_sealed'
const reference = 'revocation_certificate_id_fkey'
const unique = ['id', 'hash', 'status_index', 'log_index', 'external_reference']
const rowsAtATime = 500
/** Of PostgreSQL's `integer`. */
const smallest = -2_147_483_648

async function createSealed({ schema }: Kysely<unknown>) {
  await schema
    .createTable(sealed)
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('credential', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('status_index', 'integer', (column) => column.notNull().unique())
    .addColumn('log_index', 'integer', (column) => column.notNull().unique())
    .addColumn('external_reference', 'text', (column) => column.unique())
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .execute()
}

async function createOfCertificates({ schema }: Kysely<unknown>) {
  await schema
    .createTable('certificate_key')
    .addColumn('certificate_id', 'text', (column) =>
      column.primaryKey().notNull().references('certificate.id'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('erasure')
    .addColumn('certificate_id', 'text', (column) =>
      column.primaryKey().notNull().references('certificate.id'),
    )
    .addColumn('erased_at', 'text', (column) => column.notNull())
    .execute()
}

/** @returns the keys of all rows, which have their table once the sealed ones have their name. */
async function copySealed(database: Kysely<Then>) {
  const keys: Key[] = []
  for (let last = smallest; ;) {
    const rows = await database
      .selectFrom('certificate')
      .select(['id', 'credential', 'hash', 'status_index', 'log_index', 'external_reference'])
      .select('issued_at')
      .where('log_index', '>', last)
      .orderBy('log_index')
      .limit(rowsAtATime)
      .execute()
    const copies = rows.map((row) => {
      const { credential, key } = seal(row.id, row.credential)
      keys.push({ certificate_id: row.id, key })
      return { ...row, credential }
    })
    if (copies.length > 0) await database.insertInto(sealed).values(copies).execute()
    last = rows.at(-1)?.log_index ?? last
    if (rows.length < rowsAtATime) return keys
  }
}

/** As `server/registry/issuing/sealed-credential.ts` opens it. */
function seal(id: string, text: string) {
  const [key, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return { credential: Buffer.concat(parts).toString('base64'), key: key.toString('base64') }
}

async function requireAll(database: Kysely<unknown>, keys: number) {
  for (const table of ['certificate', sealed]) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM ${sql.table(table)}`.execute(database)
    if (Number(rows[0]?.count) !== keys) {
      throw new Error(`Of ${rows[0]?.count} rows of ${table}, ${keys} were sealed.`)
    }
  }
}
