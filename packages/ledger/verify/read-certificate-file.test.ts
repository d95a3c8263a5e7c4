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
  const checks = `${examination.id} ${examination.signature} ${logCheck(examination)}`
  return { verdict, comparison: comparison.state, checks, holder: facts?.holder }
}

describe('of an erased certificate', () => {
  beforeEach(() => site.answerForId(410))

  test('the receipt is held against the live log; without it, not all can be checked', async () => {
    const found = await conclusion(issued.credential, issued.receiptFile)
    const holder = 'Asha Sample'
    expect(found).toMatchObject({ verdict: 'erased', comparison: 'compared', holder })
    const alone = await conclusion(issued.credential)
    expect(alone).toMatchObject({ verdict: 'incomplete', comparison: 'erased' })
  })

  test('the PDF has all that it takes, and asks to compare what it paints', async () => {
    const checked = await check(await makeTestPdf(issued))
    expect(checked).toMatchObject({ isPainted: true, examination: { verdict: 'erased' } })
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
    const unlisted = { statusList: issued.answer.statusList, listed: null }
    for (const answer of [503, 'cut off', unlisted] as const) {
      site.answers['/log/status'] = answer
      const found = await conclusion(issued.credential, issued.receiptFile)
      expect(found).toMatchObject({ verdict: 'incomplete', comparison: 'unproven' })
    }
  })
})

describe('whatever a file holds, it ends in a sentence', () => {
  /** Neither a text, nor can it be made one. */
  const noText = { toString: 1, valueOf: 1 }
  test('what is no text, where one should be, fails, and is not called unknown', async () => {
    const proof = issued.credential.proof.map((one) => ({ ...one, expires: '' }))
    const text = JSON.stringify({ ...issued.credential, validUntil: '', proof })
    const places = ['licenseNumber', 'statusListCredential', 'credentialSubject', 'issuer']
    for (const at of [...places, '@context', 'validUntil', 'expires']) {
      const changed = JSON.parse(text, (name, value) => (name === at ? noText : value)) as object
      expect((await conclusion(changed, issued.receiptFile)).verdict, at).toBe('forged')
    }
  })

  test('a file that cannot be read, and what nobody thought of', async () => {
    const broken = new File(['{}'], 'gone.json')
    broken.text = () => Promise.reject(new DOMException('Gone.', 'NotReadableError'))
    expect(await checkFiles([broken], fetchKeys(site), site)).toEqual({ state: 'failed' })
  })

  test('JSON with a name twice is not checked, in whatever file it is', async () => {
    const text = JSON.stringify(issued.credential)
    const forged = '"licenseNumber":"NAIC25FORGED",'
    for (const at of ['"licenseNumber"', '"result"']) {
      const twice = text.replace(at, forged + at)
      for (const file of [twice, makeTestBadge(issued, twice), pdfWith(twice)]) {
        expect(await check(file, issued.receiptFile)).toEqual({ state: 'ambiguous' })
      }
    }
  })
})

/** The same with one letter of the holder's name changed. */
const rewritten = (credential: Changed): Changed =>
  JSON.parse(JSON.stringify(credential).replace('Asha S', 'Usha S')) as Changed

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
  test('is judged by it, and by the entry that the receipt brings along', async () => {
    const { entry, receipt } = issued.inclusion
    const ofAnother = extra({ ...entry, h: 'a'.repeat(64) })
    for (const [given, expected] of [
      [receipt, passed],
      [issued.receiptFile.replaceAll('\n', '\r\n'), passed],
      [receipt.replace('\n', ofAnother), failed],
      [receipt.replace('index 3', 'index 2'), failed],
      [receipt.replace('\n', '\nextra no-base64\n'), failed],
    ] as const) {
      expect(await conclusion(issued.credential, given)).toMatchObject(expected)
    }
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

/** @param more such as the proof of who handed it over. */
const presentation = (verifiableCredential: unknown, more: object = {}) => {
  return { type: ['VerifiablePresentation'], verifiableCredential, ...more }
}

describe('a presentation out of a wallet', () => {
  const proof = { type: 'DataIntegrityProof', proofPurpose: 'authentication', proofValue: 'z1' }
  const student = { type: ['VerifiableCredential', 'StudentCard'], proof }

  test('is read for the certificate in it, by itself or inside a PDF', async () => {
    const one = issued.credential
    for (const presented of [
      presentation(one),
      presentation([student, 'data:application/vc+jwt,e30', one]),
      presentation([one, one], { proof }),
      presentation([one], { '@context': ['https://www.w3.org/ns/credentials/v2'] }),
      pdfWith(JSON.stringify(presentation([one], { proof }))),
    ]) {
      const found = await conclusion(presented, issued.receiptFile)
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

test('what was forged is not shown, by itself or inside, presented, without a proof or with half a character', async () => {
  const { credential } = issued
  const forged = { ...issued, credential: rewritten(credential) }
  const changed = [
    { ...credential, proof: null, name: 'Other' },
    { ...credential, name: '\ud800' },
  ]
  const inside = [await makeTestPdf(forged), makeTestBadge(forged)]
  const presented = presentation(forged.credential, { proof: {} })
  for (const file of [forged.credential, ...inside, presented, ...changed]) {
    const found = await conclusion(file, issued.receiptFile)
    expect(found).toMatchObject({ verdict: 'forged', holder: undefined })
    expect(found.checks).not.toContain('passed')
  }
})

test('without the network the signature is checked, and nothing is green but that', async () => {
  const files = [issued.credential, issued.receiptFile].map(fileOf)
  const examination = await site.examineFilesOffline(files)
  expect(examination).toMatchObject({ verdict: 'incomplete', comparison: { state: 'offline' } })
  const checks = [examination.id, examination.signature, logCheck(examination)]
  expect(checks).toEqual(['unknown', 'passed', 'unknown'])
})

test('keys that could not be loaded are asked for again, and until then nothing is known', async () => {
  site.goOffline()
  const checks = 'unknown unknown unknown'
  const found = await conclusion(issued.credential)
  expect(found).toMatchObject({ verdict: 'unchecked', checks, holder: undefined })
  site.publish(issued)
  expect(await conclusion(issued.credential)).toMatchObject({ verdict: 'verified' })
})

test('what is not one certificate is called what it is', async () => {
  const { answer, inclusion } = issued
  const pdf = await makeTestPdf(issued)
  const other = await makeTestPdf(await issueCertificate(site.url, 'NAIC25OTHER'))
  for (const [content, state] of [
    ['not JSON', 'unreadable'],
    ['null', 'unreadable'],
    ['x'.repeat(300_000), 'unreadable'],
    [PNG.sync.write(new PNG({ width: 2, height: 2 })), 'nothingInside'],
    [pdf.subarray(0, 200), 'nothingInside'],
    [Buffer.from('ffd8ffe000104a464946', 'hex'), 'photo'],
    [`RIFF\x24\x00\x00\x00WEBPVP8 `, 'photo'],
    [`\x00\x00\x00\x18ftypheic`, 'photo'],
    [`%PDF-${' '.repeat(6_000_000)}`, 'tooMuch'],
    // Made by qpdf 11.3.0 with an empty password, so that any program opens it.
    [await readFile('test/support/protected.pdf'), 'encrypted'],
    [Buffer.concat([pdf, other]), 'several'],
    [inclusion.receipt, 'receiptAlone'],
    [answer.statusList, 'otherDocument'],
  ] as const) {
    expect(await check(content)).toEqual({ state })
  }
  // Another signed file is not chosen over a certificate.
  const found = await conclusion(answer.statusList, issued.credential)
  expect(found).toMatchObject({ verdict: 'verified' })
})

test('a badge passes, and the same certificate twice is one, however it is written', async () => {
  const badge = makeTestBadge(issued)
  expect(await conclusion(badge)).toMatchObject({ verdict: 'verified', holder: 'Asha Sample' })
  const pretty = JSON.stringify(issued.credential, null, 2)
  const turned = Object.fromEntries(Object.entries(issued.credential).toReversed())
  const found = await conclusion(pretty, badge, await makeTestPdf(issued), turned)
  expect(found).toMatchObject({ verdict: 'verified', holder: 'Asha Sample' })
  const other = { ...issued.credential, name: 'Another' }
  expect(await check(issued.credential, other)).toEqual({ state: 'several' })
})
