import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import words from '@naic/content/en/resume-template.json' with { type: 'json' }
import { file, formData } from '@naic/test/support/ashas-form.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { makeResumeTemplate, resumeTemplateName } from './resume-template.ts'

let template: Buffer
beforeAll(async () => {
  template = await makeResumeTemplate(words)
})

test('the Word file has a name, its parts as headings, and every gap to fill in', async () => {
  const zip = await fromBufferPromise(template, { autoClose: false })
  let document = ''
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'word/document.xml') continue
    document = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  }
  const paragraphs = [...document.matchAll(/<w:p>.*?<\/w:p>/g)]
  const texts = paragraphs.map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t[^>]*>([^<]*)/g)].map(([, text]) => text).join(''),
  )
  expect(texts).toEqual([
    words.name,
    words.contact,
    words.howTo,
    ...words.parts.flatMap(({ title, lines }) => [title, ...lines]),
  ])
  const headings = paragraphs.filter(([paragraph]) => paragraph.includes('"Heading1"'))
  expect(headings).toHaveLength(words.parts.length)
  expect(template.length).toBeLessThan(15_000)
})

test('it is taken as a resume', async () => {
  const api = await startApi()
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const resume = file(Uint8Array.from(template), resumeTemplateName, type)
  expect((await api.post(formData({}, resume))).status).toBe(201)
  expect(await api.applications()).toMatchObject([{ resume_type: type }])
  await api.close()
})
