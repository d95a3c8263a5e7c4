import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  receiptsBeforeStatusEntries,
  receiptsOfThen,
  startBeforeStatusEntries,
  startFirstEdition,
} from '#test/support/first-edition.ts'
import { registryEngines } from '#test/support/registry-engines.ts'
import type { TestRegistry } from '#test/support/start-registry.ts'
import { parseReceipt } from '#credential/receipt.ts'
import { verifyCertificate } from '#credential/verify/verify-credential.ts'
import { findEvidence } from './certificate-evidence.ts'
import { StatusList } from './issuing/status-list-credential.ts'
import { keyRanges } from './keys/key-ranges.ts'
import { didOfRegistry } from './keys/registry-keys.ts'

const editions = [
  {
    edition: 'of the first edition',
    start: startFirstEdition,
    receipts: receiptsOfThen,
    sizes: [16, 17, 18, 19, 20, 21, 24],
  },
  {
    edition: 'from before status lists were in the log',
    start: startBeforeStatusEntries,
    receipts: receiptsBeforeStatusEntries,
    sizes: [16, 18, 20, 22, 24, 26, 28, 31, 33, 36],
  },
]
const cases = registryEngines.flatMap((engine) =>
  editions.map((of) => ({ engine, name: engine.name, edition: of.edition, of })),
)

describe.each(cases)('a registry $edition, on $name', ({ engine, of }) => {
  const { start, receipts, sizes } = of
  let place: TestRegistry
  beforeEach(async () => {
    place = await start(engine)
  })
  afterEach(() => place.remove())

  /** @param receipt a holder's own, in place of the newest. */
  async function check(id: string, receipt?: string) {
    const { registry } = place
    const found = await findEvidence(registry, id)
    if (!found || 'erasedAt' in found) throw new Error(`There is no ${id}.`)
    const extra = parseReceipt(receipt ?? '')?.extra
    const inclusion = receipt
      ? { entry: JSON.parse(new TextDecoder().decode(extra)), receipt }
      : found.inclusion
    return verifyCertificate({
      credential: found.certificate.credential,
      inclusion,
      statusList: await new StatusList(registry).credential(),
      did: didOfRegistry(registry.siteUrl, found.state.keys),
      keys: await keyRanges(found.state.keys, registry.log.origin),
      origin: registry.log.origin,
      now: new Date(),
    })
  }
  const allPassed = {
    signature: 'passed',
    inclusion: 'passed',
    checkpoint: 'passed',
    status: 'passed',
  }

  test('is opened, and nothing is found wrong in it', async () => {
    expect(await place.faults()).toEqual([])
  })

  test('keeps the reason that its log says of a revocation', async () => {
    await place.byHand("UPDATE revocation SET reason = 'issued in error'")
    expect(await place.faults()).toEqual([expect.stringContaining('is not the log')])
  })

  test('goes on: what comes next begins with the checkpoint before', async () => {
    await place.issue()
    expect(await place.checkpointSizes()).toEqual(sizes)
    const [row] = await place.query<{ entry: string }>(
      `SELECT entry FROM log_entry WHERE position = ${sizes.at(-2)}`,
    )
    expect(JSON.parse(row?.entry ?? '')).toMatchObject({ v: 2, t: 'checkpoint' })
    await place.reopenAfter(() => undefined)
    expect(await place.faults()).toEqual([])
  })

  test('has every certificate verified, with receipts of now and of then', async () => {
    expect(receipts.length).toBeGreaterThanOrEqual(3)
    for (const { id, receipt } of receipts) {
      expect(await check(id), id).toMatchObject(allPassed)
      expect(await check(id, receipt), id).toMatchObject(allPassed)
    }
    await place.issue()
    for (const { id, receipt } of receipts) {
      expect(await check(id), id).toMatchObject(allPassed)
      expect(await check(id, receipt), id).toMatchObject(allPassed)
    }
  })
})
