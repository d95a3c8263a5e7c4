import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeTestPdf } from '#test/support/certificate-files.ts'
import { issueCertificate, type IssuedCertificate } from '#test/support/issue-certificate.ts'
import { fetchKeys } from '#app/certificate-view/newest-keys.ts'
import { verdictSentences } from '#app/certificate-view/verdict-sentences.ts'
import { siteUrl } from '#app/server-context/site-address.ts'
import { checkFiles } from './check-files.ts'

type Changed = IssuedCertificate['credential']

const id = 'NAIC25TEST1'

let issued: IssuedCertificate
/** What the site answers under each path: a body, a status, or nothing that comes through. */
let answers: Record<string, object | number | 'cut off'>
beforeEach(async () => {
  issued = await issueCertificate(siteUrl(), id)
  const { statusList, listed } = issued.answer
  answers = {
    '/.well-known/did.json': issued.did,
    '/log/keys': { keys: issued.keys },
    '/log/status': { statusList, listed },
    [`/api/certificates/${id}`]: issued.answer,
  }
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address)
    const [from, to] = ['from', 'to'].map((name) => Number(searchParams.get(name)))
    const answer =
      pathname === '/log/proof' ? issued.consistency(from ?? 0, to ?? 0) : answers[pathname]
    if (answer === 'cut off') throw new TypeError('Failed to fetch')
    return typeof answer === 'object'
      ? Response.json(answer)
      : Response.json({ detail: 'The reason.' }, { status: answer ?? 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const register = (answer: object | number | 'cut off') => {
  answers[`/api/certificates/${id}`] = answer
}

const check = (...contents: (string | object)[]) =>
  checkFiles(
    contents.map((content) => {
      const isText = typeof content === 'string' || content instanceof Uint8Array
      return new File([isText ? (content as BlobPart) : JSON.stringify(content)], 'file')
    }),
    fetchKeys(),
  )

/** @returns verdict, comparison and the sentences of an examination. */
async function conclusion(...contents: (string | object)[]) {
  const checked = await check(...contents)
  if (checked.state !== 'examined') return { state: checked.state }
  const { examination } = checked
  const { verdict, comparison, facts } = examination
  const said = verdictSentences(examination).join(' ')
  return { verdict, comparison: comparison.state, holder: facts?.holder, said }
}

describe('an answer of the register that is none', () => {
  test.each([
    ['busy', 429, 'try again in a minute'],
    ['away', 503, 'The fault is ours'],
    ['away', 'cut off', 'The fault is ours'],
  ] as const)('is %s at %s, and accuses nobody', async (state, answer, sentence) => {
    register(answer)
    const found = await conclusion(issued.credential, issued.receiptFile)
    expect(found).toMatchObject({ verdict: 'incomplete', comparison: state })
    expect(found.said).toContain(sentence)
    expect(found.said).not.toMatch(/stolen|erased|offline/)
  })

  test('is told from a device without a network', async () => {
    for (const path of Object.keys(answers)) answers[path] = 'cut off'
    const keys = { did: issued.did, keys: issued.keys }
    vi.stubGlobal('navigator', { onLine: false })
    const file = new File([JSON.stringify(issued.credential)], 'file')
    const checked = await checkFiles([file], Promise.resolve(keys))
    if (checked.state !== 'examined') throw new Error(checked.state)
    expect(checked.examination).toMatchObject({
      verdict: 'incomplete',
      comparison: { state: 'offline' },
    })
    const said = verdictSentences(checked.examination).join(' ')
    expect(said).toContain('this device is offline')
    expect(said).not.toMatch(/stolen|erased|fault/)
  })
})

describe('of an erased certificate', () => {
  beforeEach(() => register(410))

  test('the receipt is held against the live log, and the list against both', async () => {
    const found = await conclusion(issued.credential, issued.receiptFile)
    expect(found).toMatchObject({
      verdict: 'erased',
      comparison: 'compared',
      holder: 'Asha Sample',
    })
    expect(found.said).toMatch(/erased at the holder's request.*not on the council's signed list/)
    expect(found.said).not.toContain('stolen')
  })

  test('it is the same once the log has grown', async () => {
    const { statusList, listed } = await issued.answerAt(9)
    answers['/log/status'] = { statusList, listed }
    const checked = await check(issued.credential, issued.receiptFile)
    expect(checked).toMatchObject({
      examination: { verdict: 'erased', report: { newest: { size: 9 } } },
    })
  })

  test('the PDF has all that it takes, and asks to compare what it paints', async () => {
    const pdf = await makeTestPdf(issued)
    const checked = await check(pdf)
    expect(checked).toMatchObject({ isPainted: true, examination: { verdict: 'erased' } })
    expect(await check(issued.credential)).toMatchObject({ isPainted: false })
  })

  test('without the receipt it is not fully checked, for that reason alone', async () => {
    const found = await conclusion(issued.credential)
    expect(found).toMatchObject({ verdict: 'incomplete', comparison: 'erased' })
    expect(found.said).toMatch(/erased at the holder's request.*says nothing against the holder/)
    expect(found.said).toContain('add the receipt')
    expect(found.said).not.toContain('stolen')
  })

  test('one that was withdrawn is withdrawn', async () => {
    const statusList = await issued.statusList({ revoked: true })
    answers['/log/status'] = { statusList, listed: issued.answer.listed }
    const found = await conclusion(issued.credential, issued.receiptFile)
    expect(found.verdict).toBe('revoked')
  })

  test('an old list beside a newer log is seen', async () => {
    const { statusList, listed } = await issued.answerWithOldList()
    answers['/log/status'] = { statusList, listed }
    const found = await conclusion(issued.credential, issued.receiptFile)
    expect(found.verdict).toBe('doubtful')
  })

  test('another by the same keys is not in the live log, whatever receipt it brings', async () => {
    const forged = await issued.forge({ holder: 'Mallory Forger' })
    for (const receipt of [forged.receiptFile, issued.receiptFile]) {
      const found = await conclusion(forged.credential, receipt)
      expect(found).toMatchObject({ verdict: 'doubtful', comparison: 'receipt' })
    }
    expect(await conclusion(forged.credential)).toMatchObject({ verdict: 'incomplete' })
  })

  test('a log that is not answered for leaves it open, and says why', async () => {
    for (const answer of [
      503,
      'cut off',
      { statusList: issued.answer.statusList, listed: null },
    ] as const) {
      answers['/log/status'] = answer
      const found = await conclusion(issued.credential, issued.receiptFile)
      expect(found).toMatchObject({ verdict: 'incomplete', comparison: 'unproven' })
      expect(found.said).toContain("erased at the holder's request")
    }
  })
})

/** Neither a text, nor can it be made one. */
const noText = { toString: 1, valueOf: 1 }

describe('whatever a file holds, it ends in a sentence', () => {
  test.each([
    [
      'an ID',
      (c: Changed) => ({
        ...c,
        credentialSubject: { ...c.credentialSubject, licenseNumber: noText },
      }),
    ],
    [
      'the address of a list',
      (c: Changed) => ({
        ...c,
        credentialStatus: { ...c.credentialStatus, statusListCredential: noText },
      }),
    ],
    ['an end of validity', (c: Changed) => ({ ...c, validUntil: noText })],
    [
      'an end of a proof',
      (c: Changed) => ({ ...c, proof: c.proof.map((one) => ({ ...one, expires: noText })) }),
    ],
    ['a context', (c: Changed) => ({ ...c, '@context': noText })],
    ['a subject', (c: Changed) => ({ ...c, credentialSubject: null })],
    ['an issuer', (c: Changed) => ({ ...c, issuer: noText })],
  ])('%s that is no text fails, and is not called unknown', async (_, change) => {
    expect(await conclusion(change(issued.credential), issued.receiptFile)).toMatchObject({
      verdict: 'forged',
    })
  })

  test('a file that cannot be read, and what nobody thought of', async () => {
    const broken = new File(['{}'], 'gone.json')
    broken.text = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'))
    expect(await checkFiles([broken], fetchKeys())).toEqual({ state: 'failed' })
  })

  test('JSON with a name twice is no certificate, whichever value comes first', async () => {
    const text = JSON.stringify(issued.credential)
    const forged = '"licenseNumber":"NAIC25FORGED",'
    for (const twice of [
      text.replace('"licenseNumber"', `${forged}"licenseNumber"`),
      text.replace('"term"', `${forged}"term"`),
      text.replace('"term"', '"term":"4 Weeks","term"'),
    ]) {
      expect(twice).not.toBe(text)
      expect(await check(twice)).toEqual({ state: 'unreadable' })
    }
  })

  test('an answer of the site with a name twice is none', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response(JSON.stringify(issued.answer).replace('{', '{"did":{},')),
    )
    expect(await conclusion(issued.credential)).toMatchObject({ verdict: 'unchecked' })
  })

  test('JSON without end is no certificate', async () => {
    const deep = `{"proof":[],"type":["OpenBadgeCredential"],"name":${'['.repeat(60_000)}${']'.repeat(60_000)}}`
    expect(await check(deep)).toEqual({ state: 'unreadable' })
  })
})

test('the same certificate twice is one, however it is written', async () => {
  const pretty = JSON.stringify(issued.credential, null, 2)
  const turned = JSON.stringify(Object.fromEntries(Object.entries(issued.credential).toReversed()))
  const pdf = await makeTestPdf(issued)
  const found = await conclusion(pretty, pdf, turned, issued.credential)
  expect(found).toMatchObject({ verdict: 'verified', holder: 'Asha Sample' })
  const other = { ...issued.credential, name: 'Another' }
  expect(await check(issued.credential, other)).toEqual({ state: 'several' })
})
