import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import fixture from '#test/support/first-edition.json' with { type: 'json' }
import { startFirstEdition } from '#test/support/first-edition.ts'
import { registryEngines } from '#test/support/registry-engines.ts'
import { TestRegistry } from '#test/support/start-registry.ts'
import { findCertificate } from './issuing/find-certificate.ts'

describe.each(registryEngines)(
  'a registry of before certificates were sealed, on $name',
  (engine) => {
    let place: TestRegistry
    beforeEach(async () => {
      place = await startFirstEdition(engine)
    })
    afterEach(() => place.remove())

    const before = fixture.tables.certificate

    test('has every certificate as it was, sealed', async () => {
      expect(before.length).toBe(16)
      for (const row of before) {
        const found = await findCertificate(place.registry, row.id)
        const { holder, domain, duration } = row
        expect(found).toMatchObject({
          facts: { holder, domain, duration },
          logIndex: row.log_index,
        })
        expect(found && 'credential' in found && JSON.stringify(found.credential)).toBe(
          row.credential,
        )
      }
      const rows = await place.query<object>('SELECT * FROM certificate ORDER BY log_index')
      const plain = before.map(
        ({ holder: _h, domain: _d, duration: _t, verified_on: _v, ...row }) =>
          Object.assign(row, { credential: expect.stringMatching(/^[\w+/]{1000,}=*$/) }),
      )
      expect(rows).toEqual(plain.toSorted((a, b) => a.log_index - b.log_index))
      const keys = await place.query<{ key: string }>('SELECT key FROM certificate_key')
      expect(new Set(keys.map(({ key }) => key)).size).toBe(16)
    })

    test('that cannot be sealed now stays as it was, and can be later', async () => {
      await place.close()
      await place.removeRows()
      await place.makeOlder('009-keys-revoked', {
        ...fixture.tables,
        contact_message: [],
      })
      // Found only after every row was copied.
      await place.byHand('CREATE TABLE certificate_key (other integer)')
      await expect(place.open()).rejects.toThrow()
      await place.byHand('DROP TABLE certificate_key')
      await place.open()
      expect(await place.faults()).toEqual([])
      const rows = await place.query('SELECT * FROM certificate')
      expect(rows).toHaveLength(16)
    })
  },
)

test('nothing of what SQLite had before is left in its files', async () => {
  const [sqlite] = registryEngines
  if (!sqlite) throw new Error('There is no SQLite.')
  const place = await startFirstEdition(sqlite)
  const names = await readdir(place.folder)
  const files = names.filter((name) => name.startsWith('naic.sqlite') && !name.includes('backup'))
  expect(files).toContain('naic.sqlite')
  for (const file of files) {
    const bytes = await readFile(path.join(place.folder, file))
    for (const { holder, credential } of fixture.tables.certificate) {
      expect(bytes.includes(holder), `${holder} in ${file}`).toBe(false)
      expect(bytes.includes(credential.slice(100, 160)), file).toBe(false)
    }
  }
  await place.remove()
})
