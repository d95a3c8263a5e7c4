import { councilSchema } from '@naic/house/council-schema.ts'
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { openPostgresDatabase } from '@naic/store/database/postgres/postgres-database.ts'
import type { PostgresAddress } from '@naic/store/database/postgres/postgres-session.ts'
import { queryAt } from './postgres-server.ts'

/** Of the server that all tests of the run share. */
function urlOf(database: string): string {
  const server: string | undefined = inject('postgres')
  if (server === undefined) throw new Error('The unit tests have no PostgreSQL: vitest.config.ts')
  return server + database
}

const onServer = <Row>(...statements: string[]) => queryAt<Row>(urlOf('postgres'), ...statements)

/** A database that has all tables and no row: what the first test makes, the others get copies of. */
let withTables: Promise<string> | undefined

async function makeWithTables(): Promise<string> {
  const made = await new PostgresPlace().createEmpty()
  await (await openPostgresDatabase(made.address, councilSchema)).close()
  return made.name
}

/** A database of a test's own, which is made when it is needed. */
export class PostgresPlace {
  readonly name = `test_${randomUUID().replaceAll('-', '')}`
  readonly url = urlOf(this.name)
  readonly address = readAddress(this.url)

  /** As the server does at its start; a new one if there is none. */
  async open() {
    if (!(await this.exists())) await this.make()
    return openPostgresDatabase(this.address, councilSchema)
  }

  async make(): Promise<this> {
    await this.copyFrom(await (withTables ??= makeWithTables()))
    return this
  }

  async exists(): Promise<boolean> {
    const found = `SELECT FROM pg_database WHERE datname = '${this.name}'`
    return (await onServer(found)).length > 0
  }

  async createEmpty(): Promise<this> {
    await this.copyFrom('template0')
    return this
  }

  /** @param other which nobody may be using. */
  async copyFrom(other: string): Promise<void> {
    await onServer(`CREATE DATABASE ${this.name} TEMPLATE ${other}`)
  }

  /** Runs plain SQL as who may do anything. @returns the rows of the last statement. */
  query = <Row>(...statements: string[]): Promise<Row[]> => queryAt(this.url, ...statements)

  async remove(): Promise<void> {
    await onServer(`DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`)
  }
}

export function readAddress(url: string): PostgresAddress {
  const { database } = readConfig({ DATABASE_URL: url })
  if (!database) throw new Error('That is no address.')
  return database
}
