import { describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { order, TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { planIssue } from './order-summary.ts'

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  test('what somebody issues by the same order at the same moment was issued before, and is no repeat', async () => {
    const { registry } = place
    const { database } = registry
    let isFirst = true
    const readTogether: typeof database.readTogether = async (queries) => {
      const rows = await database.readTogether(queries)
      if (isFirst) {
        isFirst = false
        await place.issue({ reference: 'R-1' })
      }
      return rows
    }
    const beside = { ...registry, database: { ...database, readTogether } }
    const plan = await planIssue(beside, [order({ reference: 'R-1' })], registry.siteUrl)
    expect(plan).toMatchObject({ state: 'planned', fresh: [], repeats: [] })
    expect(plan).toHaveProperty('before.length', 1)
  })
})
