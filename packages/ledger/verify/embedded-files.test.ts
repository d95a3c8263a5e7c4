import { deflateSync } from 'node:zlib'
import { assert, asyncProperty, integer } from 'fast-check'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestPdf } from '@naic/test/support/certificate-files.ts'
import { issueCertificate, type IssuedCertificate } from '@naic/test/support/issue-certificate.ts'
import { readEmbedded } from './embedded-files.ts'

let issued: IssuedCertificate
let pdf: Buffer
beforeAll(async () => {
  issued = await issueCertificate('https://naic.example')
  pdf = await makeTestPdf(issued)
})

const open = (bytes: Uint8Array) => readEmbedded(new Blob([bytes as Uint8Array<ArrayBuffer>]))
/** @returns the texts of a file that is read, and what else came of it of any other. */
const read = async (bytes: Uint8Array) => {
  const embedded = await open(bytes)
  return embedded.state === 'read' ? embedded.texts : [embedded.state]
}
const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n<< /Type /EmbeddedFile ${dictionary} >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ])
const document = (...streams: Buffer[]) => Buffer.concat([Buffer.from('%PDF-1.7\n'), ...streams])

describe('of a PDF', () => {
  test('what we embedded is read, and nothing else', async () => {
    expect(await read(pdf)).toEqual([JSON.stringify(issued.credential), issued.receiptFile])
  })

  test('whichever byte of it is another, what is read is what was embedded, or nothing that can be checked', async () => {
    const whole = new Set([JSON.stringify(issued.credential), issued.receiptFile])
    await assert(
      asyncProperty(
        integer({ min: 0, max: pdf.length - 1 }),
        integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const changed = Buffer.from(pdf)
          changed[at] = (changed[at] ?? 0) ^ flip
          // A checksum is over all that is deflated; what is taken for not deflated is no text.
          const others = (await read(changed)).filter((text) => !whole.has(text))
          for (const text of others) expect(text).not.toMatch(/^\s*\{|^c2sp\.org/)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('files that are not deflated are read as well', async () => {
    expect(await read(document(stream('/Length 2', Buffer.from('{}'))))).toEqual(['{}'])
  })

  test('a length that is in an object of its own is read, of two versions the last', async () => {
    const [deflated, object] = [deflateSync('{"a":1}'), '\n12 0 obj\n']
    const length = (bytes: number) => Buffer.from(`${object}${bytes}\nendobj\n`)
    const embedded = stream('/Length 12 0 R /Filter /FlateDecode', deflated)
    const whole = document(length(3), embedded, length(deflated.length))
    expect(await read(whole)).toEqual(['{"a":1}'])
    expect(await read(document(embedded, Buffer.from(`\n112 0 obj\n3\nendobj\n`)))).toEqual([])
  })

  const brief = (dictionary: string, content: string | Buffer) =>
    document(stream(dictionary, Buffer.from(content)))
  const padded = Buffer.concat([deflateSync('{}'), Buffer.alloc(300_000)])
  const twice = deflateSync(deflateSync('{}'))
  const unended = '1 0 obj << /Type /EmbeddedFile /Length 1 /Length '
  test.each<[string, string[], () => Buffer]>([
    [
      'of more files than ours have',
      ['tooMuch'],
      () => document(...nine(stream('/Length 2', Buffer.from('{}')))),
    ],
    ['that names files without end', ['tooMuch'], () => endless('/Type /EmbeddedFile ')],
    ['of openings without end', ['tooMuch'], () => endless(unended)],
    ['that is huge', ['tooMuch'], () => Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])],
    ['of bombs', [], () => document(...Array.from({ length: 8 }, () => stream(deflated, bomb)))],
    ['with a wrong length', [], () => brief('/Length 99999999 /Filter /FlateDecode', twice)],
    ['with another filter', [], () => brief('/Length 2 /Filter /LZWDecode', '{}')],
    ['with two filters', [], () => brief('/Length 9 /Filter [/FlateDecode /FlateDecode]', twice)],
    ['whose length is no number', [], () => brief('/Length 1 0 R', '{}')],
    ['whose length is nowhere', [], () => brief('/Length 7 0 R', '{}')],
    ['longer than ours before it is inflated', [], () => brief(`/Length ${padded.length}`, padded)],
    ['cut short', [], () => pdf.subarray(0, pdf.indexOf('/EmbeddedFile') + 300)],
    ['that is empty', [], () => Buffer.from('%PDF-')],
  ])('of one %s comes %j', async (_, expected, make) => {
    expect(await read(make())).toEqual(expected)
  })
})

const nine = (one: Buffer) => Array.from({ length: 9 }, () => one)
const endless = (text: string) => Buffer.from(`%PDF-1.7 ${text.repeat(100_000)}`)
/** Made once: that takes longer than finding out what it is. */
const bomb = deflateSync(Buffer.alloc(50_000_000))
const deflated = `/Length ${bomb.length} /Filter /FlateDecode`

describe('of a picture', () => {
  const picture = PNG.sync.write(new PNG({ width: 2, height: 2 }))
  const chunk = (type: string, content: Buffer, length = content.length) => {
    const header = Buffer.alloc(8)
    header.writeUInt32BE(length)
    header.write(type, 4, 'latin1')
    return Buffer.concat([header, content, Buffer.alloc(4)])
  }
  const withChunks = (...chunks: Buffer[]) =>
    Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)])
  const baked = (text: string) => Buffer.from(`openbadgecredential\0\0\0\0\0${text}`)

  test('a badge is read, in all its letters', async () => {
    expect(await read(withChunks(chunk('iTXt', baked('{"name":"आशा"}'))))).toEqual([
      '{"name":"आशा"}',
    ])
  })

  const begun = (bytes: number[]) =>
    Buffer.concat([Buffer.from('openbadgecredential'), Buffer.from(bytes), bomb])
  test.each<[string, () => Buffer]>([
    ['none', () => picture],
    ['one that is compressed', () => withChunks(chunk('iTXt', begun([0, 1, 0, 0, 0])))],
    ['a bomb in zTXt', () => withChunks(chunk('zTXt', begun([0, 0])))],
    ['one in another chunk', () => withChunks(chunk('tEXt', baked('{}')))],
    ['one longer than ours', () => withChunks(chunk('iTXt', baked('x'.repeat(300_000))))],
    [
      'a length beyond the end',
      () => withChunks(chunk('IDAT', Buffer.alloc(0), 0xffffffff), chunk('iTXt', baked('{}'))),
    ],
    [
      'many chunks of nothing',
      () => withChunks(...Array.from({ length: 100_000 }, () => chunk('tEXt', Buffer.alloc(0)))),
    ],
    ['its end missing', () => picture.subarray(0, 9)],
  ])('with %s gives nothing', async (_, make) => {
    expect(await read(make())).toEqual([])
  })

  test('with more than ours have is too much', async () => {
    const many = withChunks(...nine(chunk('iTXt', baked('{}'))))
    expect(await read(many)).toEqual(['tooMuch'])
  })
})
