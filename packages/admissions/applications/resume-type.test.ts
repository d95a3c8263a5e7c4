import { Readable } from 'node:stream'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compoundFile,
  doc,
  docWithMacros,
  lockedDocx,
  vbaProject,
  wordStreams,
  xls,
} from '@naic/test/support/compound-files.ts'
import { pdf, program, zipped } from '@naic/test/support/resumes.ts'
import {
  docm,
  documentType,
  docx,
  dotm,
  macros,
  macroType,
  wordPackage,
  xlsx,
} from '@naic/test/support/word-packages.ts'
import { withOtherDirectory, zip } from '@naic/test/support/zip-file.ts'
import { allTests, newFolder } from '@naic/test/support/opened.ts'
import { Staging } from '@naic/store/files/staging.ts'
import { detectResumeType } from './resume-type.ts'

const folder = allTests(newFolder)
const staging = allTests(() => new Staging(folder.path))

async function typeOf(bytes: Uint8Array) {
  const staged = await staging.receive(Readable.from([bytes]), Infinity)
  if (staged === 'too large') throw new Error('Nothing is.')
  try {
    return await detectResumeType(staged)
  } finally {
    await staging.discard(staged)
  }
}

const after = (text: string) => Buffer.concat([Buffer.from(text), pdf()])

test('a PDF has its header at its very beginning, after a byte order mark or white space at most', async () => {
  for (const before of ['', '\uFEFF', '\r\n \t\0\f', '\uFEFF\n']) {
    expect(await typeOf(after(before)), before).toBe('application/pdf')
  }
  for (const before of [
    '@echo off\r\nrem ',
    '<!doctype html>\n<script>alert(1)</script>\n<!-- ',
    '#!/bin/sh\n# ',
    'MZ',
    '\uFEFF<svg>',
    // White space to a word processor only.
    '\u00A0',
    'junk',
    ' '.repeat(1_024),
  ]) {
    expect(await typeOf(after(before)), before).toBeUndefined()
  }
})

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('a Word document since 2007', () => {
  const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${documentType}"/></Types>`

  test('is one whatever it is about, also with its list of types in two bytes a letter', async () => {
    expect(await typeOf(docx)).toBe(wordType)
    expect(await typeOf(wordPackage({ contentTypes: wide(types) }))).toBe(wordType)
  })

  const vba = macros.parts['word/vbaProject.bin']
  const hidden = types.replace('</Types>', `<Override ContentType="${macroType}"/></Types>`)
  test.each<[string, Buffer]>([
    ['with macros', docm],
    ['that is a template with macros', dotm],
    ['with macros that it does not admit in its type', wordPackage(macros)],
    ['with a part for macros that no type is given for', wordPackage({ parts: macros.parts })],
    [
      'with macros in a part of another name',
      wordPackage({ ...macros, parts: { 'word/a.bin': vba } }),
    ],
    ['with macros under capitals', wordPackage({ parts: { 'WORD/VBAPROJECT.BIN': 'x' } })],
    ['with macros in two bytes a letter', wordPackage({ contentTypes: wide(hidden) })],
    [
      'with macros spelled so that only a reader of XML knows them',
      wordPackage({ contentTypes: hidden.replace('vbaProject', 'vba&#80;roject') }),
    ],
    [
      'with macros that only the directory at its end names',
      zip([
        { name: '[Content_Types].xml', bytes: types },
        { name: 'word/vbaProject.bin', nameBefore: 'word/settings.xml', bytes: 'x' },
      ]),
    ],
    [
      'with macros in the second of two directories at its end',
      withOtherDirectory(wordPackage({ parts: macros.parts }), 3),
    ],
    [
      'with two lists of types',
      zip([
        { name: '[Content_Types].xml', bytes: types },
        { name: '[Content_Types].xml', bytes: hidden },
      ]),
    ],
    ['after a program', Buffer.concat([program, docx])],
    ['that is a workbook', xlsx],
    ['that is any zip', zipped],
    ['without a list of types', zip([{ name: 'word/document.xml', bytes: types }])],
    ['cut short', docx.subarray(0, -30)],
    [
      'with a broken directory',
      Buffer.concat([docx.subarray(0, -160), Buffer.alloc(138), docx.subarray(-22)]),
    ],
  ])('is none %s', async (_what, bytes) => {
    expect(await typeOf(bytes)).toBeUndefined()
  })

  test('that would fill the memory is not unpacked', async () => {
    const endless = Buffer.concat([Buffer.from(types), Buffer.alloc(100_000_000, ' ')])
    const name = '[Content_Types].xml'
    const honest = zip([{ name, bytes: endless }])
    const lying = zip([{ name, bytes: endless, size: types.length }])
    expect(honest.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage.rss()
    expect(await typeOf(honest)).toBe('oversized')
    expect(await typeOf(lying)).toBeUndefined()
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
  })
})

test('a package whose directory says more than 50 MB is oversized, however the bytes are spread', async () => {
  const part = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, 'A')
  const withMedia = (parts: Record<string, Buffer>) => wordPackage({ parts })
  expect(await typeOf(withMedia({ 'word/media/a.emf': part(49) }))).toBe(wordType)
  expect(await typeOf(withMedia({ 'word/media/a.emf': part(51) }))).toBe('oversized')
  const spread = Array.from({ length: 6 }, (_, at) => [`word/media/${at}.emf`, part(9)])
  expect(await typeOf(withMedia(Object.fromEntries(spread)))).toBe('oversized')
})

describe('an old Word document', () => {
  test('is one whatever it is about', async () => {
    expect(await typeOf(doc)).toBe('application/msword')
    const about = wordStreams('Skills: Macros VBA _VBA_PROJECT EncryptedPackage\r'.repeat(200))
    expect(await typeOf(compoundFile(about))).toBe('application/msword')
  })

  test.each<[string, Buffer]>([
    ['with macros', docWithMacros],
    ['with macros under another name', compoundFile({ ...wordStreams(), ...vbaProject('/Other') })],
    ['with macros in small letters', compoundFile({ ...wordStreams(), '/macros/x': 'x' })],
    ['that is a workbook', xls],
    ['that only mentions one', compoundFile({ Workbook: Buffer.from('WordDocument', 'utf16le') })],
    ['that is a header alone', doc.subarray(0, 512)],
  ])('is none %s', async (_what, bytes) => {
    expect(await typeOf(bytes)).toBeUndefined()
  })
})

test('what a password protects is known as that', async () => {
  expect(await typeOf(lockedDocx)).toBe('locked')
  const both = { ...wordStreams(), EncryptedPackage: Buffer.alloc(5_000) }
  expect(await typeOf(compoundFile(both))).toBe('locked')
})

test('whatever is changed in a document, telling what it is never fails', async () => {
  const types = ['application/pdf', 'application/msword']
  const change = fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(docx, docm, doc, docWithMacros, lockedDocx, pdf()),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.option(fc.nat()),
      async (original, changes, end) => {
        const bytes = Buffer.from(original)
        for (const [at, written] of changes) bytes.set(written, at % (bytes.length - 6))
        const type = await typeOf(bytes.subarray(0, end === null ? undefined : end % bytes.length))
        expect([...types, wordType, 'locked', 'oversized', undefined]).toContain(type)
      },
    ),
    { numRuns: 500 },
  )
})
