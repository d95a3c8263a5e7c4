import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { ConstraintViolated } from '@naic/store/database/database.ts'
import { councilSchema } from '@naic/house/council-schema.ts'
import { tablesThat } from '@naic/store/database/tables.ts'
import { registryTables } from '../registry-tables.ts'
import { eraseCertificate } from '../issuing/erase-certificate.ts'
import { restartLog } from '../restart-log.ts'

describe.each(registryEngines)('of rows that were issued, on $name', (engine) => {
  // Nothing changes anything: one registry is enough for all.
  const place = allTests(() => TestRegistry.start(engine))
  beforeAll(async () => {
    await place.revoke('NAIC25A7K2M')
    await eraseCertificate(place.database, 'NAIC25A7K2M', 'meera')
    await place.revokeKey(`log-${new Date().getUTCFullYear()}`)
    await restartLog(place.registry, 'The disk failed.', 'meera')
    await place.issue({ reference: 'R-1' })
  })

  const growing = tablesThat(councilSchema, ({ growsOnly }) => growsOnly)
  const tables = growing.filter((table) => table in registryTables)

  const writing = (statement: string, values: readonly unknown[] = []) =>
    place.database.write((transaction) =>
      transaction.executeQuery(CompiledQuery.raw(statement, [...values])),
    )

  test.each(tables)('%s takes neither update nor delete, and is not emptied', async (table) => {
    const before = await place.query(`SELECT * FROM ${table}`)
    expect(before.length).toBeGreaterThan(0)
    const column = Object.keys(before[0] as object).at(-1)
    const emptying = engine.refused.includes('truncate') ? [`TRUNCATE ${table} CASCADE`] : []
    const changing = [`DELETE FROM ${table}`, `UPDATE ${table} SET ${column} = ${column}`]
    for (const sql of [...changing, ...emptying]) {
      await expect(writing(sql)).rejects.toBeInstanceOf(ConstraintViolated)
    }
    expect(await place.query(`SELECT * FROM ${table}`)).toEqual(before)
  })

  test.each(tables)('%s takes no row in place of another', async (table) => {
    const before = await place.query<Record<string, unknown>>(`SELECT * FROM ${table}`)
    const last = before.at(-1) ?? {}
    const another = (value: unknown) =>
      typeof value === 'number' ? value + 500 : `another ${String(value)}`
    const { key: keys, unique = [] } = councilSchema.tables[table]
    for (const key of [...keys, ...unique]) {
      const row = Object.entries(last).map(([column, value]) =>
        column === key ? value : another(value),
      )
      const replacing = writing(engine.replace(table, row, key), row)
      await expect(replacing, key).rejects.toBeInstanceOf(ConstraintViolated)
      await expect(replacing, key).rejects.toThrow(/never (replaced|changed)/)
    }
    expect(await place.query(`SELECT * FROM ${table}`)).toEqual(before)
  })

  test('triggers that are missing are found by log verify', async () => {
    await place.dropTriggers()
    const triggers = growing.flatMap((table) => engine.refused.map((what) => `${table}_no_${what}`))
    expect(triggers).toHaveLength(36)
    const faults = triggers.map(
      (name) => `The trigger ${name} is missing or was changed: rows are not safe from change.`,
    )
    expect((await place.faults()).toSorted()).toEqual(faults.toSorted())
  })
})
