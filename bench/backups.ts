import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLog } from '@naic/store/log.ts'
import { readConfig } from '@naic/house/config.ts'
import { openServices } from '@naic/site/server/services.ts'
import { makeNightlyBackup } from '@naic/test/support/nightly-backup.ts'
import { PostgresServer } from '@naic/test/support/postgres-server.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'

/**
 * How long a night's backup and a rehearsal of it take, and how large the file is, with SQLite and with
 * Debian's PostgreSQL. It needs its packages age and postgresql.
 *
 *     node bench/backups.ts              of 50,000 applications with resumes of 20 kB
 *     node bench/backups.ts 10000 100
 */
const size = Number(process.argv[2] ?? 50_000)
const resumeBytes = Number(process.argv[3] ?? 20) * 1000
const debians = '/usr/lib/postgresql'
const rowsAtOnce = 500

async function fill(settings: Record<string, string>): Promise<void> {
  const config = readConfig(settings)
  const { database } = await openServices(config, createLog({ write: () => undefined }))
  for (let at = 0; at < size; at += rowsAtOnce) {
    const rows = await Promise.all(
      Array.from({ length: Math.min(rowsAtOnce, size - at) }, async (_, more) => {
        const [bytes, key] = [randomBytes(resumeBytes), randomUUID()]
        await writeFile(path.join(config.dataDir, 'resumes', key), bytes, { mode: 0o600 })
        return applicationRow({
          email: `asha.${at + more}@example.com`,
          resume_key: key,
          resume_bytes: bytes.length,
          resume_sha256: createHash('sha256').update(bytes).digest('hex'),
        })
      }),
    )
    await storeApplications(database, rows)
  }
  await database.close()
}

async function timed(what: string, work: () => Promise<{ code: number | null; said: string }>) {
  const begun = performance.now()
  const { code, said } = await work()
  if (code !== 0) throw new Error(said)
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

const [version = ''] = (await readdir(debians)).toSorted().toReversed()
const postgres = await PostgresServer.start({}, {}, path.join(debians, version))
await postgres.query('postgres', 'CREATE DATABASE naic')
try {
  for (const rows of [{}, { DATABASE_URL: postgres.urlOf('naic') }]) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'naic-backups-'))
    const settings = { SITE_URL: 'https://naic.example', DATA_DIR: dataDir, ...rows }
    await fill(settings)
    const nightly = await makeNightlyBackup(settings)
    const { recipient, identity } = await nightly.makeKey()
    console.log(`\n${'DATABASE_URL' in rows ? 'PostgreSQL' : 'SQLite'}, ${size} applications`)
    await timed('  backup', () => nightly.backUp())
    console.log(`  ${((await stat(await nightly.newest())).size / 1e6).toFixed(0)} MB`)
    await timed('  backup, encrypted', () => nightly.backUp({ BACKUP_RECIPIENTS: recipient }))
    await timed('  rehearsal', () => nightly.rehearse({ BACKUP_IDENTITY: identity }))
    await nightly.remove()
    await rm(dataDir, { recursive: true })
  }
} finally {
  await postgres.stop()
}
