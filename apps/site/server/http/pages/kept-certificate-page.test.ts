import { expect, test } from 'vitest'
import type { CertificateState } from '#app/server-context/load-context.ts'
import { toLongDate } from '#app/certificate-view/dates.ts'
import { keepCertificatePage } from './kept-certificate-page.ts'
import type { Site } from './site.ts'

type Found = Extract<CertificateState, { state: 'found' }>

const found = (id: string, holder: string, revoked?: { at: string }): Found => ({
  state: 'found',
  facts: { id, holder, domain: 'Design', duration: '4 Weeks', verifiedOn: '2025-07-02' },
  address: `https://naic.example/verify/${id}`,
  revoked,
})

/** A page as the renderer would give it, which counts how often it did. */
function pages(write: (page: Found, address: string, nonce: string) => string) {
  const rendered: string[] = []
  const warned: string[] = []
  const renderer: Site['renderer'] = {
    render: async (address, nonce, _posted, certificates) => {
      rendered.push(address)
      return new Response(write((await certificates?.('')) as Found, address, nonce))
    },
  }
  const finish: Site['finish'] = (html, nonce) => ({ html, headers: { Policy: `only ${nonce}` } })
  const log = { warn: (sentence: string) => void warned.push(sentence) }
  return { page: keepCertificatePage({ renderer, finish }, log as never), rendered, warned }
}

const plainPage = ({ facts }: Found, address: string, nonce: string) =>
  `${address} ${nonce}: ${facts.holder.length > 200 ? 'long' : ''}${facts.id} ${toLongDate(facts.verifiedOn)}`

test('of a hundred certificates none is rendered, only two that do not exist', async () => {
  const { page, rendered } = pages(plainPage)
  for (let each = 1000; each < 1100; each += 1) {
    const id = `NAIC26K${each}`
    expect(await page(found(id, `Holder ${each}`), `nonce${each}`)).toEqual({
      html: `/verify/${id} nonce${each}: ${id} July 2, 2025`,
      headers: { Policy: `only nonce${each}` },
    })
  }
  expect(rendered).toEqual(['/verify/STANDINFORA', '/verify/ATRIALOFTHE'])
})

test('a certificate that was revoked is rendered, and a name whose language is told', async () => {
  const { page, rendered } = pages(plainPage)
  const at = '2026-01-01T00:00:00Z'
  expect(await page(found('NAIC25A7K2M', 'Asha', { at }), 'n')).toBeUndefined()
  expect(await page(found('NAIC25A7K2M', 'ஆஷா'), 'n')).toBeUndefined()
  expect(rendered).toEqual([])
})

test('what the council gave for one certificate is on the page of no other', async () => {
  const { page } = pages(({ facts }, ...rest) => {
    const { startedOn, hours } = facts
    return `${plainPage({ ...found('', ''), facts }, ...rest)} ${startedOn} ${hours}`
  })
  const of = (id: string, given: object) => {
    const plain = found(id, 'Asha')
    return page({ ...plain, facts: { ...plain.facts, ...given } }, 'n')
  }
  const given = { startedOn: '2025-05-05', hours: 120 }
  expect((await of('NAIC25A7K2M', given))?.html).toMatch(/2025-05-05 120$/)
  expect((await of('NAIC25B8D3T', {}))?.html).toMatch(/undefined undefined$/)
  expect((await of('NAIC25C8D1T', { ...given, hours: 80 }))?.html).toMatch(/2025-05-05 80$/)
})

test('a page that shows a word in yet another way is rendered each time, and the log says so', async () => {
  const { page, warned } = pages(({ facts }) => facts.holder.toUpperCase())
  expect(await page(found('NAIC25A7K2M', 'Asha'), 'n')).toBeUndefined()
  expect(await page(found('NAIC25B8D3T', 'Ravi'), 'n')).toBeUndefined()
  expect(warned).toHaveLength(1)
})
