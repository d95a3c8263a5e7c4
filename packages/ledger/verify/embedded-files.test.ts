import { deflateSync } from 'node:zlib'
import { assert, asyncProperty, integer } from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { makeTestPdf } from '@naic/test/support/certificate-files.ts'
import { issueCertificate } from '@naic/test/support/issue-certificate.ts'
import { readEmbedded } from './embedded-files.ts'

const issued = await issueCertificate('https://naic.example')
const pdf = await makeTestPdf(issued)

/** @returns the texts of a file that is read, and what else came of it of any other. */
const read = async (bytes: Uint8Array) => {
  const embedded = await readEmbedded(new Blob([bytes as Uint8Array<ArrayBuffer>]))
  return embedded.state === 'read' ? embedded.texts : [embedded.state]
}
const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n<< /Type /EmbeddedFile ${dictionary} >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ])
const document = (...streams: Buffer[]) => Buffer.concat([Buffer.from('%PDF-1.7\n'), ...streams])
const brief = (dictionary: string, content: string | Buffer) =>
  document(stream(dictionary, Buffer.from(content)))

describe('of a PDF', () => {
  test('what we embedded is read, and nothing else that can be checked, whichever byte is another', async () => {
    expect(await read(pdf)).toEqual([JSON.stringify(issued.credential), issued.receiptFile])
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

  test('what is not deflated is read, with a length in an object of its own, of two versions the last', async () => {
    expect(await read(brief('/Length 2', '{}'))).toEqual(['{}'])
    const length = (object: number, bytes: number) =>
      Buffer.from(`\n${object} 0 obj\n${bytes}\nendobj\n`)
    const embedded = stream('/Length 12 0 R', Buffer.from('{"a":1}'))
    const whole = document(length(12, 3), embedded, length(12, 7))
    expect(await read(whole)).toEqual(['{"a":1}'])
    expect(await read(document(embedded, length(112, 7)))).toEqual([])
  })

  const padded = Buffer.concat([deflateSync('{}'), Buffer.alloc(300_000)])
  const twice = deflateSync(deflateSync('{}'))
  const unended = '1 0 obj << /Type /EmbeddedFile /Length 1 /Length '
  test.each([
    ['of more files than ours have', () => document(...times(9, brief('/Length 2', '{}')))],
    ['that names files without end', () => endless('/Type /EmbeddedFile ')],
    ['of openings without end', () => endless(unended)],
    ['that is huge', () => Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])],
  ])('one %s is too much', async (_, make) => {
    expect(await read(make())).toEqual(['tooMuch'])
  })

  test.each([
    ['of bombs', () => document(...times(8, stream(deflated, bomb)))],
    ['with a wrong length', () => brief('/Length 99999999 /Filter /FlateDecode', twice)],
    ['with another filter', () => brief('/Length 2 /Filter /LZWDecode', '{}')],
    ['with two filters', () => brief('/Length 9 /Filter [/FlateDecode /FlateDecode]', twice)],
    ['whose length is no number', () => brief('/Length 1 0 R', '{}')],
    ['longer than ours before it is inflated', () => brief(`/Length ${padded.length}`, padded)],
    ['cut short', () => pdf.subarray(0, pdf.indexOf('/EmbeddedFile') + 300)],
  ])('of one %s comes nothing', async (_, make) => {
    expect(await read(make())).toEqual([])
  })
})

const times = (count: number, one: Buffer) => Array.from({ length: count }, () => one)
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
  const one = chunk('iTXt', baked('{"name":"आशा"}'))

  test('a badge is read, in all its letters, if it has no more than ours have', async () => {
    expect(await read(withChunks(one))).toEqual(['{"name":"आशा"}'])
    expect(await read(withChunks(...times(9, one)))).toEqual(['tooMuch'])
  })

  const nothing = Buffer.alloc(0)
  const begun = (bytes: number[]) =>
    Buffer.concat([Buffer.from('openbadgecredential'), Buffer.from(bytes), bomb])
  test.each<[string, () => Buffer]>([
    ['none', () => picture],
    ['one that is compressed', () => withChunks(chunk('iTXt', begun([0, 1, 0, 0, 0])))],
    ['a bomb in zTXt', () => withChunks(chunk('zTXt', begun([0, 0])))],
    ['one in another chunk', () => withChunks(chunk('tEXt', baked('{}')))],
    ['one longer than ours', () => withChunks(chunk('iTXt', baked('x'.repeat(300_000))))],
    ['a length beyond the end', () => withChunks(chunk('IDAT', nothing, 0xffffffff), one)],
    ['many chunks of nothing', () => withChunks(...times(100_000, chunk('tEXt', nothing)))],
  ])('with %s gives nothing', async (_, make) => {
    expect(await read(make())).toEqual([])
  })
})
