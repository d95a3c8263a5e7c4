import { councilSchema } from '@naic/house/council-schema.ts'
import tls from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAddress } from '@naic/test/support/postgres-places.ts'
import { PostgresServer } from '@naic/test/support/postgres-server.ts'
import { type Certificate, makeCertificate } from '@naic/test/support/start-relay.ts'
import { openPostgresDatabase } from './postgres-database.ts'

const usual = tls.getCACertificates('default')
let right: Certificate
let ofAnother: Certificate
let server: PostgresServer
let another: PostgresServer
beforeAll(async () => {
  right = await makeCertificate('127.0.0.1')
  ofAnother = await makeCertificate('db.example.org')
  server = await start(right)
  another = await start(ofAnother)
})
beforeEach(() => tls.setDefaultCACertificates([...usual, right.cert, ofAnother.cert]))
afterAll(async () => {
  tls.setDefaultCACertificates(usual)
  await server.stop()
  await another.stop()
})

const start = ({ cert, key }: Certificate) =>
  PostgresServer.start(
    { ssl: 'on', ssl_cert_file: 'server.crt', ssl_key_file: 'server.key' },
    { 'server.crt': cert, 'server.key': key },
  )

/** @returns whether what was said came and went in TLS. */
async function isEncrypted(at: PostgresServer, sslmode: string): Promise<boolean> {
  const url = `${at.urlOf('postgres')}?sslmode=${sslmode}`
  const database = await openPostgresDatabase(readAddress(url), councilSchema)
  try {
    const asked = sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
    const { rows } = await asked.execute(database.read)
    return rows[0]?.ssl ?? false
  } finally {
    await database.close()
  }
}

test('a certificate for the host is trusted, and one for another host, or of an unknown authority, is not', async () => {
  expect(await isEncrypted(server, 'verify-full')).toBe(true)
  const refused = /certificate is not good for this host/
  await expect(isEncrypted(another, 'verify-full')).rejects.toThrow(refused)
  tls.setDefaultCACertificates(usual)
  await expect(isEncrypted(server, 'verify-full')).rejects.toThrow(refused)
})

test('any certificate will do if only TLS is required, and none is used if TLS is off', async () => {
  tls.setDefaultCACertificates(usual)
  expect(await isEncrypted(another, 'require')).toBe(true)
  expect(await isEncrypted(another, 'disable')).toBe(false)
})
