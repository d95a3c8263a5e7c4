import { readFile } from 'node:fs/promises'
import { PNG } from 'pngjs'
import { beforeEach, describe, expect, test } from 'vitest'
import { AnsweringSite } from '@naic/test/support/answering-site.ts'
import { makeTestBadge, makeTestPdf } from '@naic/test/support/certificate-files.ts'
import { issueCertificate, type IssuedCertificate } from '@naic/test/support/issue-certificate.ts'
import { fetchKeys } from './ask-site.ts'
import { checkFiles } from './read-certificate-file.ts'
import { logCheck } from './verdict.ts'

type Changed = IssuedCertificate['credential']

const id = 'NAIC25TEST1'
let site: AnsweringSite
let issued: IssuedCertificate
beforeEach(async () => {
  site = new AnsweringSite()
  issued = await issueCertificate(site.url)
  site.publish(issued)
})

function fileOf(content: string | object): File {
  const isText = typeof content === 'string' || content instanceof Uint8Array
  return new File([isText ? (content as BlobPart) : JSON.stringify(content)], 'file')
}
/** With the text inside, as other programs than ours write it. */
const pdfWith = (text: string) =>
  `%PDF-1.7\n1 0 obj\n<</Type /EmbeddedFile /Length ${Buffer.byteLength(text)}>>\nstream\n${text}\nendstream\nendobj\n`
const check = (...contents: (string | object)[]) =>
  checkFiles(contents.map(fileOf), fetchKeys(site), site)

/** @returns verdict, comparison, checks of ID, signature and log, and the holder who may be shown. */
async function conclusion(...contents: (string | object)[]) {
  const checked = await check(...contents)
  if (checked.state !== 'examined') return { state: checked.state }
  const { examination } = checked
  const { verdict, comparison, facts } = examination
  const checks = `${examination.id} ${examination.report.signature} ${logCheck(examination)}`
  return { verdict, comparison: comparison.state, checks, holder: facts?.holder }
}

test.each([
  ['busy', 429],
  ['failed', 503],
  ['away', 'cut off'],
] as const)('where the register is %s, nothing is green', async (state, answer) => {
  site.answerForId(answer)
  const found = await conclusion(issued.credential, issued.receiptFile)
  expect(found).toMatchObject({ verdict: 'incomplete', comparison: state })
})

describe('of an erased certificate', () => {
  beforeEach(() => site.answerForId(410))

  test('the receipt is held against the live log, and the list against both', async () => {
    const found = await conclusion(issued.credential, issued.receiptFile)
    expect(found).toMatchObject({
      verdict: 'erased',
      comparison: 'compared',
      holder: 'Asha Sample',
    })
  })

  test('the PDF has all that it takes, and asks to compare what it paints', async () => {
    const checked = await check(await makeTestPdf(issued))
    expect(checked).toMatchObject({ isPainted: true, examination: { verdict: 'erased' } })
    expect(await check(issued.credential)).toMatchObject({ isPainted: false })
  })

  test('without the receipt it is not fully checked, for that reason alone', async () => {
    const found = await conclusion(issued.credential)
    expect(found).toMatchObject({ verdict: 'incomplete', comparison: 'erased' })
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
      site.answers['/log/status'] = answer
      const found = await conclusion(issued.credential, issued.receiptFile)
      expect(found).toMatchObject({ verdict: 'incomplete', comparison: 'unproven' })
    }
  })
})

describe('whatever a file holds, it ends in a sentence', () => {
  /** Neither a text, nor can it be made one. */
  const noText = { toString: 1, valueOf: 1 }
  const places = ['licenseNumber', 'statusListCredential', 'credentialSubject', 'issuer']
  const dates = ['@context', 'validUntil', 'expires']
  test.each([...places, ...dates])(
    '%s that is no text fails, and is not called unknown',
    async (at) => {
      const proof = issued.credential.proof.map((one) => ({ ...one, expires: '' }))
      const text = JSON.stringify({ ...issued.credential, validUntil: '', proof })
      const changed = JSON.parse(text, (name, value) => (name === at ? noText : value)) as object
      const found = await conclusion(changed, issued.receiptFile)
      expect(found).toMatchObject({ verdict: 'forged' })
    },
  )

  test('a file that cannot be read, and what nobody thought of', async () => {
    const broken = new File(['{}'], 'gone.json')
    broken.text = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'))
    expect(await checkFiles([broken], fetchKeys(site), site)).toEqual({ state: 'failed' })
  })

  test('JSON with a name twice is not checked, whichever value comes first', async () => {
    const text = JSON.stringify(issued.credential)
    const forged = '"licenseNumber":"NAIC25FORGED",'
    for (const twice of [
      text.replace('"licenseNumber"', `${forged}"licenseNumber"`),
      text.replace('"result"', `${forged}"result"`),
      text.replace('"result"', '"result":[],"result"'),
    ]) {
      expect(twice).not.toBe(text)
      const inside = [makeTestBadge(issued, twice), pdfWith(twice)]
      for (const files of [[twice], [twice, issued.receiptFile], ...inside.map((one) => [one])]) {
        expect(await check(...files)).toEqual({ state: 'ambiguous' })
      }
    }
  })
})

/** The same with one word of it changed. */
function rewritten(credential: Changed, word: string, by: string): Changed {
  const text = JSON.stringify(credential)
  expect(text).toContain(word)
  return JSON.parse(text.replace(word, by)) as Changed
}

describe('a file with its receipt', () => {
  test('passes every check, and nothing but its ID is sent', async () => {
    const keys = fetchKeys(site)
    await keys
    site.asked.length = 0
    const files = [issued.receiptFile, issued.credential].map(fileOf)
    expect(await checkFiles(files, keys, site)).toMatchObject({
      state: 'examined',
      isPainted: false,
      examination: { verdict: 'verified', facts: { holder: 'Asha Sample' } },
    })
    expect(site.asked).toEqual([`/api/certificates/${id}`])
  })

  const passed = { verdict: 'verified', checks: 'passed passed passed' }
  const failed = { verdict: 'doubtful', comparison: 'receipt', checks: 'passed passed failed' }
  const extra = (entry: object) =>
    `\nextra ${Buffer.from(JSON.stringify(entry)).toString('base64')}\n`
  test.each<[string, (one: IssuedCertificate['inclusion']) => string, object]>([
    ['with the entry', ({ entry, receipt }) => receipt.replace('\n', extra(entry)), passed],
    ['with its entry alone missing', ({ receipt }) => receipt, passed],
    [
      'with line ends of Windows',
      ({ entry, receipt }) => receipt.replace('\n', extra(entry)).replaceAll('\n', '\r\n'),
      passed,
    ],
    [
      'with the entry of another',
      ({ entry, receipt }) => receipt.replace('\n', extra({ ...entry, h: 'a'.repeat(64) })),
      failed,
    ],
    ['with another index', ({ receipt }) => receipt.replace('index 3', 'index 2'), failed],
    [
      'with data that is malformed',
      ({ receipt }) => receipt.replace('\n', '\nextra no-base64\n'),
      failed,
    ],
  ])('%s is judged by it', async (_, receiptOf, expected) => {
    const found = await conclusion(issued.credential, receiptOf(issued.inclusion))
    expect(found).toMatchObject(expected)
  })

  test('out of a smaller log passes if the live log begins with it', async () => {
    site.answerForId(await issued.answerAt(8))
    expect(await conclusion(issued.credential, issued.receiptFile)).toMatchObject(passed)
  })

  test('out of another log than the live one is doubted', async () => {
    const { inclusion } = await issued.answerAt(5, { forked: true })
    site.answerForId(await issued.answerAt(8))
    const receipt = inclusion.receipt.replace('\n', extra(inclusion.entry))
    expect(await conclusion(issued.credential, receipt)).toMatchObject(failed)
  })

  test('of several receipts takes its own', async () => {
    const other = await issueCertificate('https://other.example', 'NAIC25OTHER')
    const found = await conclusion(other.receiptFile, issued.credential, issued.receiptFile)
    expect(found).toMatchObject(passed)
  })

  test('is not the thief’s where the register denies it, a key was revoked or a program changed proofs', async () => {
    const [proof] = issued.credential.proof
    const cut = { ...issued.credential, proof }
    const added = { ...issued.credential, proof: [...issued.credential.proof, { type: 'Own' }] }
    for (const [state, answer, credential] of [
      ['denied', 404, issued.credential],
      ['altered', issued.answer, cut],
      ['altered', issued.answer, added],
      ['outdated', await issued.answerAfterTheft(4), issued.credential],
    ] as const) {
      site.answerForId(answer)
      expect(await conclusion(credential, issued.receiptFile)).toMatchObject({
        verdict: 'incomplete',
        comparison: state,
        holder: 'Asha Sample',
      })
    }
  })

  test('is not in the live log if that has another certificate under its ID, or none', async () => {
    const forged = await issued.forge({ holder: 'Mallory Forger' })
    for (const answer of [issued.answer, 404] as const) {
      site.answerForId(answer)
      expect(await conclusion(forged.credential, forged.receiptFile)).toMatchObject({
        verdict: 'absent',
        checks: 'failed passed failed',
        holder: undefined,
      })
    }
  })
})

describe('a presentation out of a wallet', () => {
  const presentation = (verifiableCredential: unknown, more: object = {}) => ({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiablePresentation'],
    holder: 'did:key:z6MkHolder',
    verifiableCredential,
    ...more,
  })
  const proof = { type: 'DataIntegrityProof', proofPurpose: 'authentication', proofValue: 'z1' }
  const student = { type: ['VerifiableCredential', 'StudentCard'], proof }

  test.each<[string, (one: Changed) => object]>([
    ['alone', (one) => presentation(one)],
    ['in a list', (one) => presentation([one])],
    ['signed by the holder', (one) => presentation([one], { proof })],
    ['among other things', (one) => presentation([student, 'data:application/vc+jwt,e30', one])],
    ['twice', (one) => presentation([one, one])],
    ['of the older model', (one) => ({ ...presentation([one]), '@context': undefined })],
  ])('is read for the certificate in it: %s', async (_, present) => {
    const found = await conclusion(present(issued.credential), issued.receiptFile)
    expect(found).toMatchObject({ verdict: 'verified', holder: 'Asha Sample' })
  })

  test('does not make a forged certificate a real one, whoever signed it', async () => {
    const forged = rewritten(issued.credential, 'Asha S', 'Usha S')
    const found = await conclusion(presentation([forged], { proof }))
    expect(found).toMatchObject({ verdict: 'forged', holder: undefined })
  })

  test('is read inside a PDF and inside a badge as well', async () => {
    const text = JSON.stringify(presentation([issued.credential], { proof }))
    for (const file of [pdfWith(text), makeTestBadge(issued, text)]) {
      const found = await conclusion(file)
      expect(found).toMatchObject({ verdict: 'verified', holder: 'Asha Sample' })
    }
  })

  test('with two certificates is checked for neither, and without any is said to be none', async () => {
    const other = (await issued.forge({ holder: 'Mallory Forger' })).credential
    expect(await check(presentation([issued.credential, other]))).toEqual({ state: 'several' })
    expect(await check(presentation([student]))).toEqual({ state: 'otherDocument' })
    expect(await check(presentation([], { proof }))).toEqual({ state: 'otherDocument' })
    for (const nothing of [undefined, null, 'data:,x', [null, 1], { id: 'data:,x' }]) {
      expect(await check(presentation(nothing))).toEqual({ state: 'unreadable' })
    }
  })
})

describe('what was forged is not shown, with a receipt as without', () => {
  test('as a file, inside a PDF and inside a badge', async () => {
    const forged = { ...issued, credential: rewritten(issued.credential, 'Asha S', 'Usha S') }
    const { credential, receiptFile } = forged
    const inside = [await makeTestPdf(forged), makeTestBadge(forged)]
    for (const files of [[credential], [credential, receiptFile], ...inside.map((one) => [one])]) {
      const found = await conclusion(...files)
      expect(found).toMatchObject({ verdict: 'forged', holder: undefined })
      expect(found.checks).not.toContain('passed')
    }
  })

  test('without a proof, or with half a character', async () => {
    for (const change of [{ proof: null, name: 'Other' }, { name: '\ud800' }]) {
      const found = await conclusion({ ...issued.credential, ...change }, issued.receiptFile)
      expect(found).toMatchObject({ verdict: 'forged', holder: undefined })
    }
  })
})

describe('without the network', () => {
  /** As a page that was opened before. */
  async function offline(published: IssuedCertificate, ...contents: (string | object)[]) {
    site.publish(published)
    const keys = fetchKeys(site)
    await keys
    site.goOffline()
    const checked = await checkFiles(contents.map(fileOf), keys, site)
    return checked.state === 'examined' ? checked.examination : expect.fail(checked.state)
  }

  test('the signature is checked, and nothing is green but that', async () => {
    const pdf = await makeTestPdf(issued)
    for (const files of [[issued.credential], [issued.credential, issued.receiptFile], [pdf]]) {
      const examination = await offline(issued, ...files)
      expect(examination).toMatchObject({
        verdict: 'incomplete',
        id: 'unknown',
        report: { signature: 'passed' },
        comparison: { state: 'offline' },
      })
      expect(logCheck(examination)).toBe('unknown')
    }
  })

  test('a key that came later leaves it open, and nothing is shown', async () => {
    const before = await issueCertificate(site.url, id)
    const did = JSON.parse(JSON.stringify(before.did).replaceAll('-2025', '-2024'))
    const examination = await offline({ ...before, did }, issued.credential, issued.receiptFile)
    expect(examination).toMatchObject({ verdict: 'unchecked', facts: undefined })
  })
})

test('keys that could not be loaded are asked for again, and until then nothing is known', async () => {
  site.goOffline()
  const checks = 'unknown unknown unknown'
  const found = await conclusion(issued.credential)
  expect(found).toMatchObject({ verdict: 'unchecked', checks, holder: undefined })
  site.publish(issued)
  expect(await conclusion(issued.credential)).toMatchObject({ verdict: 'verified' })
})

describe('what is not one certificate is called what it is', () => {
  test.each([
    ['text', 'not JSON', 'unreadable'],
    ['a list', '[]', 'unreadable'],
    ['null', 'null', 'unreadable'],
    ['far too much text', 'x'.repeat(300_000), 'unreadable'],
    ['a PDF with nothing inside', '%PDF-1.7', 'nothingInside'],
    ['a PDF larger than ours are', `%PDF-${' '.repeat(6_000_000)}`, 'tooMuch'],
  ])('%s', async (_, content, state) => {
    expect(await check(content)).toEqual({ state })
  })

  test('a receipt alone, and a signed file that is no certificate, which is not chosen over one', async () => {
    expect(await check(issued.inclusion.receipt)).toEqual({ state: 'receiptAlone' })
    const list = issued.answer.statusList
    expect(await check(list)).toEqual({ state: 'otherDocument' })
    expect(await conclusion(list, issued.credential)).toMatchObject({ verdict: 'verified' })
  })

  test('a picture, and a PDF that is cut short or has a second certificate behind the first', async () => {
    const picture = PNG.sync.write(new PNG({ width: 2, height: 2 }))
    expect(await check(picture)).toEqual({ state: 'nothingInside' })
    const pdf = await makeTestPdf(issued)
    expect(await check(pdf.subarray(0, 200))).toEqual({ state: 'nothingInside' })
    const other = await makeTestPdf(await issueCertificate(site.url, 'NAIC25OTHER'))
    expect(await check(Buffer.concat([pdf, other]))).toEqual({ state: 'several' })
  })

  test.each([
    // Inside it are a receipt, and JSON that nobody signed.
    ['aes-256', 'receiptAlone'],
    ['password-aes-256', 'encrypted'],
  ])('a PDF that is encrypted: %s', async (name, state) => {
    const pdf = await readFile(`test/support/encrypted-pdfs/${name}.pdf`)
    expect(await check(pdf)).toEqual({ state })
  })
})

test('a badge passes, with its receipt inside, beside it or without it', async () => {
  const badge = makeTestBadge(issued)
  const receiptAt = badge.indexOf('iTXttlog-proof') - 4
  const after = receiptAt + 12 + badge.readUInt32BE(receiptAt)
  const alone = Buffer.concat([badge.subarray(0, receiptAt), badge.subarray(after)])
  for (const files of [[badge], [alone], [alone, issued.receiptFile]]) {
    expect(await conclusion(...files)).toMatchObject({ verdict: 'verified', holder: 'Asha Sample' })
  }
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
