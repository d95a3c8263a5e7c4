import { beforeAll, describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { eraseCertificate } from './erase-certificate.ts'
import { type CertificateFilter, searchCertificates } from './search-certificates.ts'

describe.each(registryEngines)('on $name', (engine) => {
  const place = allTests(() => TestRegistry.start(engine))
  let ids: string[] = []
  beforeAll(async () => {
    ids = await place.issueAll(
      { holder: 'Asha Rao', reference: 'NAIC-7F3K-92QD', college: 'VIT Vellore' },
      { holder: 'Nguyễn Văn Ánh', verifiedOn: '2026-02-01', reference: '2026-0117' },
      { holder: 'आशा राव', domain: 'Data Science', college: 'Vellore Arts' },
    )
  })

  const first = { page: 1, perPage: 50 }

  const idsFound = async (filter: CertificateFilter) =>
    (await searchCertificates(place.registry, filter, first)).certificates.map(({ id }) => id)
  const found = async (filter: CertificateFilter) =>
    (await idsFound(filter)).map((id) => ids.indexOf(id)).filter((at) => at >= 0)

  test.each<[CertificateFilter, number[]]>([
    [{ text: 'asha rao' }, [0]],
    [{ text: 'rao ASHA' }, [0]],
    [{ text: 'nguyen anh' }, [1]],
    [{ text: 'आशा' }, [2]],
    [{ text: 'vellore' }, [2, 0]],
    [{ text: 'vellore data' }, [2]],
    [{ text: 'naic7f3k92qd' }, [0]],
    [{ text: '7F3K-92QD' }, [0]],
    [{ text: '2026-0117' }, [1]],
    [{ text: '1/2/2026' }, [1]],
    [{ text: 'nobody here' }, []],
  ])('%j finds %j', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected)
  })

  test('an ID is found as people write it', async () => {
    const [id = ''] = ids
    expect(await found({ text: id.toLowerCase() })).toEqual([0])
    expect(await found({ text: `${id.slice(0, 6)}-${id.slice(6)}` })).toEqual([0])
  })

  test('without a filter all are listed, newest first, a page at a time', async () => {
    const all = await searchCertificates(place.registry, {}, first)
    expect(all.certificates.slice(0, 3).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(all.total).toBe(all.certificates.length)
    const second = await searchCertificates(place.registry, { text: ' ' }, { page: 2, perPage: 2 })
    expect(second.certificates[0]?.id).toBe(ids[0])
    expect(second.total).toBe(all.total)
  })

  test('what is issued, revoked or erased after a search is known to the next', async () => {
    const names = [{ holder: 'Mira Later' }, { holder: 'Mira Gone' }]
    const [later = '', gone = ''] = await place.issueAll(...names)
    expect(await idsFound({ text: 'mira' })).toEqual([gone, later])
    await place.revoke(later)
    await eraseCertificate(place.database, gone, 'nandini')
    expect(await idsFound({ text: 'mira' })).toEqual([later])
    expect(await idsFound({ text: 'mira', state: 'revoked' })).toEqual([later])
    expect(await idsFound({ text: 'mira', state: 'stands' })).toEqual([])
    expect(await idsFound({ text: gone })).toEqual([gone])
    expect(await idsFound({ state: 'erased' })).toEqual([gone])
  })

  test('a row that was changed is found by its ID, and says that it is not as it was signed', async () => {
    const id = await place.issueOne({ holder: 'Changed Row' })
    await place.dropTriggers()
    await place.byHand(`UPDATE credential SET document = 'x' WHERE certificate_id = '${id}'`)
    const { certificates } = await searchCertificates(place.registry, { text: id }, first)
    expect(certificates).toMatchObject([{ id, facts: undefined }])
    expect(certificates[0]?.state).toContain('not as it was signed')
  })

  // It comes last, since it leaves the first certificate of all alone.
  test('those whose key was revoked from before them on are void', async () => {
    await place.revokeKey(`key-${new Date().getUTCFullYear()}`, 3)
    expect(await idsFound({ state: 'stands' })).toHaveLength(1)
    expect(await found({ state: 'void' })).toEqual([2, 1, 0])
  })
})
