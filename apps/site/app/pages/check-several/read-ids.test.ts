import { array, assert, constantFrom, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { readIds } from './read-ids.ts'

const [first, second, third] = ['NAIC25A7K2M', 'NAIC25B3X9Q', 'NAIC25C8D1T']

test.each([
  [`${first},${second};${third}`],
  [`${first}\t${second} | ${third}.`],
  [`"${first}","${second}","${third}"`],
  [`naic25a7k2m, Naic25b3x9q and nAIC25C8D1T`],
  [`NAIC25-A7K2M\nNAIC 25 B3X9Q\r\nNAIC-25-C8D1T\n`],
  [`1. ${first}\n2. ${second}\n3) ${third}`],
  [`ID: ${first} / ID=${second} (${third})`],
  [`\uFEFF${first}\u00a0${second}\u2028${third}`],
])('IDs are found whatever stands between them: %j', (text) => {
  expect(readIds(text).ids).toEqual([first, second, third])
})

test('IDs of eight signs after the year are found as well, with blanks and hyphens too', () => {
  expect(readIds('NAIC26K7M2P9XQ, NAIC 26 B3X9QRST\nnaic-26-c8d5tuvw').ids).toEqual([
    'NAIC26K7M2P9XQ',
    'NAIC26B3X9QRST',
    'NAIC26C8D5TUVW',
  ])
})

test.each([
  [`https://naic.example/verify/${first}`],
  [`http://localhost:3000/verify/${first}?from=mail#top`],
  [`See naic.example/verify/naic25-a7k2m.`],
  [`<https://naic.example/verify/${first}>`],
  [`https://naic.example/verification?id=${first}&x=1`],
  [`https://naic.example/credentials/${first}.pdf`],
  [`https://naic.example/verify/%20${first}`],
])('an address of a certificate is its ID: %s', (text) => {
  expect(readIds(text).ids).toEqual([first])
})

test('a sheet with names, dates and addresses gives only its IDs, and lists the rest', () => {
  const others = ['Asha', '2025-07-02', 'asha1@example.org', 'https://example.org/in/asha25', 'रवि']
  const sheet = `${others.slice(0, 4).join()},${first}\nरवि,${second},,`
  expect(readIds(sheet)).toEqual({ ids: [first, second], repeated: [], others })
})

test('a misprinted ID is looked up as well: alone on its line, too short or too long', () => {
  expect(readIds(`NAlC25A7K2M\nNAIC25A7K2\nNAIC25A7K2MX\nasha1@example.org\nID`)).toMatchObject({
    ids: ['NALC25A7K2M', 'NAIC25A7K2', 'NAIC25A7K2MX'],
    others: ['asha1@example.org', 'ID'],
  })
})

test('one ID in two spellings counts once, and is listed as repeated', () => {
  expect(readIds(`${first} naic25-a7k2m https://naic.example/verify/${first} ${second}`)).toEqual({
    ids: [first, second],
    repeated: [first],
    others: [],
  })
})

test('any text gives clean IDs, each once', () => {
  const piece = constantFrom(first, 'naic25-b3x9q', ' ', ',', '\n', '://', '/verify/', 'www.', '%')
  const text = array(tuple(piece, string({ unit: 'binary', maxLength: 6 })), { maxLength: 20 })
  assert(
    property(text, (parts) => {
      const { ids } = readIds(parts.flat().join(''))
      for (const id of ids) expect(cleanCertificateId(id)).toBe(id)
      expect(ids).not.toContain('')
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 2_000 },
  )
})
