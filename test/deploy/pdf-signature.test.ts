import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPdfSigner } from '@naic/installation/pdf-signer.ts'
import { fetchKeys } from '@naic/ledger/verify/ask-site.ts'
import { checkFiles } from '@naic/ledger/verify/read-certificate-file.ts'
import { AnsweringSite } from '#support/answering-site.ts'
import { issueCertificate } from '#support/issue-certificate.ts'
import { password, SigningFolder, startTimestamps } from '#support/pdf-signing.ts'
import { CertificatePictures } from '@naic/site/server/pictures/certificate-pictures.ts'

let folder: SigningFolder
let warnings: string[]
beforeEach(() => {
  folder = new SigningFolder()
  warnings = []
})
afterEach(() => folder?.remove())

const asker = { network: '192.0.2.1', gone: new AbortController().signal }
const open = (file: string, timestampUrl?: string, given = password) =>
  openPdfSigner({ file, password: () => given, timestampUrl }, (reason) => warnings.push(reason))

async function picturesWith(file: string, timestampUrl?: string) {
  return new CertificatePictures('https://naic.example', {}, await open(file, timestampUrl))
}

/** A certificate's PDF, as the site gives it. */
async function pdfOf(pictures: CertificatePictures, siteUrl = 'https://naic.example') {
  const issued = await issueCertificate(siteUrl)
  const { credential, receiptFile: receipt } = issued
  return { issued, bytes: await pictures.pdfOf(credential.id, { credential, receipt }, asker) }
}

function pdfsig(bytes: Buffer): string {
  const file = path.join(folder.path, 'certificate.pdf')
  writeFileSync(file, bytes)
  return spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' }).stdout
}

/** The CMS of a PDF, as OpenSSL reads it. */
function cmsOf(bytes: Buffer): string {
  const [, hex = ''] = /\/Contents <([0-9a-f]+)>/.exec(bytes.toString('latin1')) ?? []
  folder.write('signature.der', Buffer.from(hex, 'hex'))
  return folder
    .openssl('cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', 'signature.der')
    .toString()
}

test.each(['rsa', 'ec'] as const)(
  'signed with a key of %s a PDF is right for another program, over the whole file, and wrong once a byte is another',
  async (keyType) => {
    const before = Date.now() - 1000
    const { bytes } = await pdfOf(await picturesWith(await folder.makePkcs12({ keyType })))
    const said = pdfsig(bytes)
    for (const part of [
      'Signature Type: ETSI.CAdES.detached',
      'Signature Validation: Signature is Valid.',
      'Signing Hash Algorithm: SHA-256',
      'Total document signed',
      'Program Director',
    ]) {
      expect(said).toContain(part)
    }
    const cms = cmsOf(bytes)
    expect(cms).toContain('id-smime-aa-signingCertificateV2')
    // PAdES: the time is in the PDF.
    expect(cms).not.toMatch(/signingTime|timeStampToken/)
    const [, day = '', clock = ''] =
      /\/M \(D:(\d{8})(\d{6})Z\)/.exec(bytes.toString('latin1')) ?? []
    const at = `${day.replace(/(....)(..)/, '$1-$2-')}T${clock.replace(/(..)(..)/, '$1:$2:')}Z`
    expect(Date.parse(at)).toBeGreaterThan(before)
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
    const title = bytes.indexOf('/Title') + 20
    bytes[title] = (bytes[title] ?? 0) ^ 1
    expect(pdfsig(bytes)).toContain('Digest Mismatch')
  },
)

test('the credential inside is checked as before, and the file is still a PDF/A of one page', async () => {
  const site = new AnsweringSite()
  const pictures = await picturesWith(await folder.makePkcs12())
  const { issued, bytes } = await pdfOf(pictures, site.url)
  site.publish(issued)
  const files = [new File([new Uint8Array(bytes)], 'certificate.pdf')]
  const checked = await checkFiles(files, fetchKeys(site), site)
  expect(checked).toMatchObject({
    state: 'examined',
    examination: { verdict: 'verified', facts: { holder: 'Asha Sample' } },
  })
  const text = bytes.toString('latin1')
  // PDF/A-3 (ISO 19005-3, 6.3): what has no size needs no appearance, and prints.
  expect(text).toMatch(/\/Subtype \/Widget\n\/FT \/Sig\n\/F 132\n\/Rect \[0 0 0 0\]/)
  expect(text).not.toMatch(/NeedAppearances|\/XFA/)
})

describe('a server of time stamps', () => {
  let stamps: Awaited<ReturnType<typeof startTimestamps>>
  beforeEach(async () => {
    stamps = await startTimestamps()
  })
  afterEach(() => stamps?.stop())

  test('makes it B-T, which other programs find right', async () => {
    const { bytes } = await pdfOf(await picturesWith(await folder.makePkcs12(), stamps.url))
    expect(warnings).toEqual([])
    expect(pdfsig(bytes)).toContain('Signature Validation: Signature is Valid.')
    expect(cmsOf(bytes)).toContain('id-smime-aa-timeStampToken')
    expect(await (await open(await folder.makePkcs12(), stamps.url)).tryTimestamp()).toBeUndefined()
  })

  const answers: Record<string, (query: Uint8Array) => Buffer | Promise<Buffer>> = {
    hangs: () => new Promise(() => undefined),
    'answers with something else': () => Buffer.from('<html>'),
    'answers without end': () => Buffer.alloc(1_000_000),
    'stamps something else': () => {
      folder.write('other', 'something else')
      return stamps.stamp(folder.openssl('ts', '-query', '-data', 'other', '-sha256', '-cert'))
    },
    'answers what was changed': (query) => {
      const answer = stamps.stamp(query)
      answer[answer.length - 5] = (answer.at(-5) ?? 0) ^ 1
      return answer
    },
  }

  test.each(Object.keys(answers))(
    'that %s leaves it B-B, is named once, and is left in peace',
    async (how) => {
      stamps.answer = answers[how] ?? stamps.stamp
      const pictures = await picturesWith(await folder.makePkcs12(), stamps.url)
      const first = await pdfOf(pictures)
      expect(pdfsig(first.bytes)).toContain('Signature Validation: Signature is Valid.')
      expect(cmsOf(first.bytes)).not.toContain('timeStampToken')
      const { credential, receiptFile: receipt } = first.issued
      await pictures.pdfOf('another', { credential, receipt }, asker)
      expect(warnings).toEqual([expect.stringMatching(/^[A-Z].+[.]?$/)])
      expect(stamps.asked).toBe(1)
    },
  )
})

test('without a signature outside the time of the certificate', async () => {
  for (const days of [
    [-30, -1],
    [1, 30],
  ] as [number, number][]) {
    const { bytes } = await pdfOf(await picturesWith(await folder.makePkcs12({ days })))
    expect(pdfsig(bytes)).not.toContain('Signature #1')
    expect(bytes.includes('/AcroForm')).toBe(false)
  }
})

const old = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES']

test.each<[string, RegExp, () => Promise<string> | string]>([
  ['that is no such file', /it is no PKCS #12 file/, () => folder.write('other', 'no such file')],
  ['that is not there', /there is no such file/, () => path.join(folder.path, 'none')],
  ['that is a folder', /EISDIR/, () => folder.path],
  ['of an old encryption', /encrypted with 3DES or RC2/, () => folder.makePkcs12({ more: old })],
  [
    'of another curve',
    /RSA or ECDSA P-256/,
    () => folder.makePkcs12({ keyType: 'ec', curve: 'P-384' }),
  ],
  ['without a key', /must have one private key/, () => folder.makePkcs12({ more: ['-nokeys'] })],
])('a file is refused in a sentence: one %s', async (_, says, make) => {
  const opened = open(await make())
  await expect(opened).rejects.toThrow(says)
  await expect(opened).rejects.toThrow(/^PDF_SIGNING_KEY names \/.+, which cannot be used: .+[.]$/)
})

test('another password than the file’s is refused without a word of it', async () => {
  const opened = open(await folder.makePkcs12(), undefined, 'another')
  await expect(opened).rejects.toThrow(/PDF_SIGNING_PASSWORD is not/)
})
