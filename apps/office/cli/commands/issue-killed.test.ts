import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { verifyLog } from '@naic/registry/audit/verify-log.ts'

const rows = 40

describe.each(registryEngines)('on $name', (engine) => {
  let place: TestRegistry
  beforeAll(async () => {
    place = await TestRegistry.start(engine)
  })
  afterAll(() => place.remove())

  async function startIssuing(batch: number) {
    const csv = path.join(place.folder, 'batch.csv')
    const lines = Array.from(
      { length: rows },
      (_, at) => `${batch}-${at},Asha of ${batch}-${at},Web Development,4 Weeks,2026-03-14`,
    )
    await writeFile(csv, ['reference,holder,domain,duration,verified_on', ...lines].join('\n'))
    // Started as slowly as ever, so that the moments below fall before, in and after the issuing.
    const { NODE_COMPILE_CACHE: _ofTheRigs, ...environment } = process.env
    return spawn('node', ['apps/office/cli/council.ts', 'certificates', 'issue', '--csv', csv], {
      env: { ...environment, ...place.environment },
      stdio: 'ignore',
    })
  }

  const count = async () =>
    Number((await place.query<{ n: unknown }>('SELECT count(*) AS n FROM certificate'))[0]?.n)

  test('a batch that is killed at any moment is there whole or not at all, and can be sent again', async () => {
    for (let batch = 0; batch < 6; batch += 1) {
      const before = await count()
      const child = await startIssuing(batch)
      const ended = once(child, 'exit')
      await sleep(450 + batch * 110)
      child.kill('SIGKILL')
      await ended
      expect([before, before + rows]).toContain(await count())

      await place.reopenAfter(() => undefined)
      expect((await verifyLog(place.registry)).faults).toEqual([])
      const [status] = await once(await startIssuing(batch), 'exit')
      expect(status).toBe(0)
      expect(await count()).toBe(before + rows)
    }
  })
})
