import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from '#test/support/registry-engines.ts'
import { noteHash } from '#credential/log-entry.ts'
import { TestRegistry } from '#test/support/start-registry.ts'

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
  })
  afterEach(() => place.remove())

  const checkpoints = () =>
    place.query<{ size: number; note: string }>(
      'SELECT size, note FROM log_checkpoint ORDER BY size',
    )

  test('log verify finds a checkpoint taken out, though the rest were linked anew', async () => {
    for (let time = 0; time < 3; time += 1) await place.issue()
    const [, before, taken, after] = await checkpoints()
    await place.byHand(
      `DELETE FROM log_checkpoint WHERE size = ${taken?.size}`,
      `UPDATE log_checkpoint SET previous = '${await noteHash(before?.note ?? '')}' WHERE size = ${after?.size}`,
    )
    expect(await place.faults()).toContain(
      `The log names a checkpoint of ${taken?.size} entries that is not there.`,
    )
  })
})
