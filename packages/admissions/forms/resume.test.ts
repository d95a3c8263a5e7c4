import { expect, test } from 'vitest'
import { resumeLimitBytes, resumeMessages, resumeProblem } from './resume.ts'

const file = { name: 'cv.pdf', type: 'application/pdf', size: 1000 }
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('a PDF by its type is acceptable under any name', () => {
  expect(resumeProblem(file)).toBeUndefined()
  expect(resumeProblem({ ...file, name: 'resume' })).toBeUndefined()
})

test('a name ending in .doc or .docx is acceptable with any type', () => {
  expect(resumeProblem({ ...file, name: 'cv.docx', type: word })).toBeUndefined()
  expect(resumeProblem({ ...file, name: 'CV.DOC', type: 'text/plain' })).toBeUndefined()
})

test('a PDF whose type the phone does not know is acceptable by its name', () => {
  expect(resumeProblem({ ...file, type: '' })).toBeUndefined()
  expect(resumeProblem({ ...file, type: 'application/octet-stream' })).toBeUndefined()
})

test.each([
  'application/x-pdf',
  'Application/PDF',
  'application/pdf; charset=binary',
  'application/acrobat',
  'application/force-download',
  'application/vnd.pdf',
  'binary/octet-stream',
  'text/pdf',
  'text/plain',
  'unknown/unknown',
  'pdf',
])('a PDF that is said to be %s is acceptable by its name', (type) => {
  expect(resumeProblem({ ...file, type })).toBeUndefined()
  expect(resumeProblem({ ...file, name: 'CV.PDF', type })).toBeUndefined()
  expect(resumeProblem({ ...file, name: 'cv.exe', type: 'application/force-download' })).toBe(
    resumeMessages.type,
  )
})

test('a PDF of the old type is acceptable under any name', () => {
  expect(resumeProblem({ ...file, name: 'resume', type: 'application/x-pdf' })).toBeUndefined()
  expect(resumeProblem({ ...file, name: 'resume', type: 'application/pdfx' })).toBe(
    resumeMessages.type,
  )
})

test('anything else is refused', () => {
  for (const type of ['image/png', 'audio/mpeg', 'video/mp4', 'font/ttf', 'IMAGE/JPEG']) {
    expect(resumeProblem({ ...file, type })).toBe(resumeMessages.type)
  }
  expect(resumeProblem({ ...file, name: 'cv.txt', type: '' })).toBe(resumeMessages.type)
  expect(resumeProblem({ ...file, name: 'docx', type: word })).toBe(resumeMessages.type)
})

test('no file, an empty file and one over 5 MB each have a message of their own', () => {
  expect(resumeProblem(undefined)).toBe(resumeMessages.missing)
  expect(resumeProblem({ ...file, size: 0 })).toBe(resumeMessages.empty)
  expect(resumeProblem({ ...file, size: resumeLimitBytes })).toBeUndefined()
  expect(resumeProblem({ ...file, size: resumeLimitBytes + 1 })).toBe(resumeMessages.size)
})
