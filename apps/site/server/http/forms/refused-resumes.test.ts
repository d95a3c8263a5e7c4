import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ashasParts, file, formData, resumePart } from '@naic/test/support/ashas-form.ts'
import { docWithMacros, lockedDocx, xls } from '@naic/test/support/compound-files.ts'
import { pdf, program, zipped } from '@naic/test/support/resumes.ts'
import { type Api, nothing, type Part, startApi } from '@naic/test/support/start-api.ts'
import { docm, macros, wordPackage } from '@naic/test/support/word-packages.ts'

const megabyte = 1024 * 1024
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const typeMessage = 'Resume must be a PDF or Word document (.pdf, .doc, .docx)'
const sizeMessage = 'Your resume is larger than 5 MB. Please choose a smaller file.'

// One server for all: each of them leaves it as it was, and says so.
let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('a resume that is wrong', () => {
  const page = Buffer.from('<!doctype html>\n<script>alert(1)</script>\n<!-- %PDF-1.4 -->')

  test.each([
    ['a program called cv.pdf', program, 'cv.pdf', 'application/pdf'],
    ['a Word document with macros', docm, 'cv.docx', wordType],
    ['one that does not admit them', wordPackage(macros), 'cv.docx', wordType],
    ['an old Word document with macros', docWithMacros, 'cv.doc', 'application/msword'],
    [
      'a batch file that mentions PDF',
      Buffer.concat([Buffer.from('@echo off\r\nrem '), pdf()]),
      'cv.pdf',
      'application/pdf',
    ],
    ['a program without a type', program, 'cv.pdf', ''],
    ['a zip', zipped, 'cv.docx', wordType],
    ['an Excel workbook', xls, 'cv.doc', 'application/msword'],
    ['a web page that mentions PDF', page, 'cv.pdf', 'application/pdf'],
    [
      'the same after a byte order mark',
      Buffer.concat([Buffer.from('\uFEFF'), page]),
      'cv.pdf',
      'application/pdf',
    ],
    [
      'a script that mentions PDF',
      Buffer.from('#!/bin/sh\n# %PDF-1.4\n'),
      'cv.pdf',
      'application/pdf',
    ],
    ['a text', Buffer.from('My resume.'), 'cv.doc', 'application/msword'],
    ['a PDF that says it is a picture', pdf(), 'cv.pdf', 'image/png'],
    ['a picture by its name and type', pdf(), 'cv.png', 'image/png'],
    [
      'a PDF header after 1,024 bytes',
      Buffer.concat([Buffer.alloc(1_030, 32), pdf()]),
      'cv.pdf',
      'application/pdf',
    ],
  ])('%s is refused, and nothing is kept', async (_what, bytes, name, type) => {
    const answer = await api.post(formData({}, file(Uint8Array.from(bytes), name, type)))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: [typeMessage] })
    expect(await api.kept()).toEqual(nothing)
  })

  test.each([
    ['one byte more than 5 MB', 5 * megabyte + 1],
    ['12 MB, read to its end,', 12 * megabyte],
  ])('%s is refused, and nothing is kept', async (_what, bytes) => {
    const answer = await api.post(formData({}, file(Uint8Array.from(pdf(bytes)))))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: [sizeMessage] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('a document under a password is refused with a sentence that says so', async () => {
    const answer = await api.post(
      formData({}, file(Uint8Array.from(lockedDocx), 'cv.docx', wordType)),
    )
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      resume: [
        'This file is protected with a password. Please save it without a password and choose it again.',
      ],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('a Word file of 400 KB that unpacks to 400 MB is refused, and nothing is kept', async () => {
    const bomb = wordPackage({ parts: { 'word/media/a.emf': Buffer.alloc(400 * megabyte, 'A') } })
    expect(bomb.length).toBeLessThan(megabyte)
    const answer = await api.post(formData({}, file(Uint8Array.from(bomb), 'cv.docx', wordType)))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      resume: [
        'This Word file becomes larger than 50 MB when it is opened. Please send your resume as a PDF.',
      ],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('an empty file is refused', async () => {
    const answer = await api.post(formData({}, file(new Uint8Array())))
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      resume: ['This file is empty. Please choose your resume again.'],
    })
    expect(await api.kept()).toEqual(nothing)
  })

  test('a file field in which nothing was chosen counts as no resume', async () => {
    const nothingChosen: Part = {
      headers:
        'Content-Disposition: form-data; name="resume"; filename=""\r\nContent-Type: application/octet-stream',
      body: '',
    }
    const answer = await api.postParts([...ashasParts().slice(0, -1), nothingChosen])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: ['Please upload your resume'] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('two of them are refused, and neither is kept', async () => {
    const answer = await api.postParts([...ashasParts(), resumePart('second.pdf', pdf(300_000))])
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ resume: ['Please send only one resume.'] })
    expect(await api.kept()).toEqual(nothing)
  })

  test('a right one is not kept where another field is wrong', async () => {
    const answer = await api.post(formData({ name: '', email: 'x' }, file(program)))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['email', 'name', 'resume'])
    expect(await api.kept()).toEqual(nothing)
  })
})
