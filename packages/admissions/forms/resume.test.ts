import { expect, test } from 'vitest'
import { resumeLimitBytes, resumeMessages, resumeProblem } from './resume.ts'

const pdf = 'application/pdf'
const problem = (name: string, type: string, size = 1000) => resumeProblem({ name, type, size })
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each<[string, string]>([
  ['resume', pdf],
  ['resume', 'application/x-pdf'],
  ['cv.docx', word],
  ['CV.DOC', 'text/plain'],
  ...[
    '',
    'application/octet-stream',
    'Application/PDF',
    'application/pdf; charset=binary',
    'application/force-download',
    'text/plain',
    'unknown/unknown',
    'pdf',
  ].map((type): [string, string] => ['CV.PDF', type]),
])('a file called %s and said to be "%s" is acceptable', (name, type) => {
  expect(problem(name, type)).toBeUndefined()
})

test.each<[string, string]>([
  ['cv.exe', 'application/force-download'],
  ['resume', 'application/pdfx'],
  ['cv.txt', ''],
  ['docx', word],
  ...['image/png', 'audio/mpeg', 'video/mp4', 'font/ttf', 'IMAGE/JPEG'].map(
    (type): [string, string] => ['cv.pdf', type],
  ),
])('a file called %s and said to be "%s" is refused', (name, type) => {
  expect(problem(name, type)).toBe(resumeMessages.type)
})

test('no file, an empty file and one over 5 MB each have a message of their own', () => {
  expect(resumeProblem(undefined)).toBe(resumeMessages.missing)
  expect(problem('cv.pdf', pdf, 0)).toBe(resumeMessages.empty)
  expect(problem('cv.pdf', pdf, resumeLimitBytes)).toBeUndefined()
  expect(problem('cv.pdf', pdf, resumeLimitBytes + 1)).toBe(resumeMessages.size)
})
