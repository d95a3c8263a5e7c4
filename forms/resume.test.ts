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

test('anything else is refused', () => {
  expect(resumeProblem({ ...file, type: 'image/png' })).toBe(resumeMessages.type)
  expect(resumeProblem({ ...file, name: 'cv.txt', type: '' })).toBe(resumeMessages.type)
  expect(resumeProblem({ ...file, name: 'docx', type: word })).toBe(resumeMessages.type)
})

test('no file, an empty file and one over 5 MB each have a message of their own', () => {
  expect(resumeProblem(undefined)).toBe(resumeMessages.missing)
  expect(resumeProblem({ ...file, size: 0 })).toBe(resumeMessages.empty)
  expect(resumeProblem({ ...file, size: resumeLimitBytes })).toBeUndefined()
  expect(resumeProblem({ ...file, size: resumeLimitBytes + 1 })).toBe(resumeMessages.size)
})
