import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { multipart, type Part as SentPart } from '@naic/test/support/start-api.ts'
import { boundaryOf, MalformedBody, readParts } from './read-parts.ts'

/** The same bytes, in pieces of some length and each in memory of its own, as a network delivers them. */
async function* pieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length)
    yield Buffer.from(Uint8Array.from(bytes.subarray(at, at + length)).buffer)
}

async function read(bytes: Buffer, pieceLength = 7, boundary = 'b') {
  const parts = []
  for await (const { content, ...described } of readParts(pieces(bytes, pieceLength), boundary)) {
    const chunks = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    parts.push({ ...described, bytes: Buffer.concat(chunks).toString('latin1') })
  }
  return parts
}

const field = (name: string, body: string | Buffer): SentPart => ({
  headers: `Content-Disposition: form-data; name="${name}"`,
  body,
})

describe('a body that is right', () => {
  test('is lent in chunks whose memory is free once the next is asked for', async () => {
    const source = pieces(multipart([field('resume', 'x'.repeat(450))], 'b'), 100)
    const lent: Buffer[] = []
    for await (const { content } of readParts(source, 'b'))
      for await (const chunk of content) lent.push(chunk)
    // The first was joined to what the reader begins with.
    expect(lent.slice(1, -1).map(({ length }) => length)).toEqual([0, 0, 0, 0])
  })

  test('comes out as it went in, whatever pieces it arrives in', async () => {
    const marks = ['\r\n', '\r', '\n', '--', '--b', '\r\n--', '\r\n-', 'x', '\0', 'é']
    const tricky = fc.constantFrom(...marks)
    const content = fc
      .array(tricky, { maxLength: 12 })
      .map((some) => Buffer.from(some.join('')))
      .filter((bytes) => !`\r\n${bytes.toString('latin1')}`.includes('\r\n--b'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 5 }),
        fc.integer({ min: 1, max: 80 }),
        async (contents, pieceLength) => {
          const sent = contents.map((body, at) => field(`f${at}`, body))
          const parts = await read(multipart(sent, 'b'), pieceLength)
          expect(parts).toEqual(
            contents.map((body, at) => ({
              name: `f${at}`,
              fileName: undefined,
              type: 'text/plain',
              bytes: body.toString('latin1'),
            })),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is read on if the content of a part was not read', async () => {
    const names = []
    const body = multipart([field('a', 'x'.repeat(500)), field('b', 'y')], 'b')
    for await (const { name, content } of readParts(pieces(body, 50), 'b')) {
      names.push(name)
      // One look, and no more.
      for await (const chunk of content) if (chunk.length > 0) break
    }
    expect(names).toEqual(['a', 'b'])
  })

  test.each([
    ['name="a"; filename="cv.pdf"', 'a', 'cv.pdf'],
    ['filename="a;b=c.pdf" ; name="a"', 'a', 'a;b=c.pdf'],
    ['name="a"; filename=""', 'a', ''],
    ['name="a"; filename="%22x%22%0D%0A.pdf"', 'a', '"x"\r\n.pdf'],
    [String.raw`name="a"; filename="\"x\".pdf"`, 'a', '"x".pdf'],
    [String.raw`name="a"; filename="C:\docs\cv.pdf"`, 'a', String.raw`C:\docs\cv.pdf`],
    ['name="नाम"; filename="रिज़्यूमे.pdf"', 'नाम', 'रिज़्यूमे.pdf'],
  ])('says who a part is: %s', async (disposition, name, fileName) => {
    const headers = `content-DISPOSITION:form-data; ${disposition}\r\nContent-Type: Application/PDF; x=y`
    const [part] = await read(multipart([{ headers, body: '1' }], 'b'))
    expect(part).toMatchObject({ name, fileName, type: 'application/pdf' })
  })
})

describe('a body that is not right', () => {
  const start = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
  test.each([
    ['nothing', ''],
    ['an end in a content', `${start}xyz`],
    ['spaces behind a delimiter', `--b \t\r\n${start.slice(5)}xyz\r\n--b--`],
    ['a delimiter in a header', `--b\r\nContent-Disposition: form-\r\n--b--\r\n${start}`],
    ['endless headers', `--b\r\n${'X: y\r\n'.repeat(5_000)}`],
    ['a part of no form', '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--b--'],
    ['a part that says nothing', '--b\r\n\r\n1\r\n--b--'],
    ['two names', '--b\r\nContent-Disposition: form-data; name="a"; name="b"\r\n\r\n1\r\n--b--'],
    [
      'two dispositions',
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--',
    ],
  ])('with %s is called malformed', async (_what, body) => {
    await expect(read(Buffer.from(body))).rejects.toBeInstanceOf(MalformedBody)
  })

  test('whatever it is, it ends', async () => {
    const right = multipart([field('a', 'one'), field('b', 'two')], 'b').toString('latin1')
    const cut = fc.tuple(
      fc.nat(right.length),
      fc.nat(20),
      fc.constantFrom('', '\r\n--b', '--', '\r\n\r\n', '\r\n--b--\r\n', '"', ';'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { maxLength: 5 }), async (cuts) => {
        const body = cuts.reduce(
          (text, [at, gone, instead]) => text.slice(0, at) + instead + text.slice(at + gone),
          right,
        )
        await read(Buffer.from(body, 'latin1')).catch((error: unknown) =>
          expect(error).toBeInstanceOf(MalformedBody),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})

test.each([
  ['multipart/form-data; boundary=b', 'b'],
  ['multipart/form-data; charset=utf-8; Boundary="b c"', 'b c'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=""', undefined],
  ['multipart/form-data; boundary="', undefined],
  [`multipart/form-data; boundary=${'b'.repeat(201)}`, undefined],
])('%s has the boundary %s', (contentType, boundary) => {
  expect(boundaryOf(contentType)).toBe(boundary)
})
