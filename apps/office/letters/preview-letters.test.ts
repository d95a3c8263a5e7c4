import { expect, test } from 'vitest'
import * as letters from '@naic/admissions/letters/letters.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { letterSamples, previewPage, sampleLetter } from './preview-letters.ts'

const settings = {
  siteUrl: 'https://naic.example',
  staffEmail: 'desk@naic.example',
  mailFrom: 'office@naic.example',
}

/** `applicationReceived` is the letter "application-received". */
const withHyphens = (name: string) => name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)

test('every letter that can be sent has a sample under its name, and no other has', () => {
  const exported = Object.keys(letters).map(withHyphens)
  expect(letterSamples.map(({ name }) => name).toSorted()).toEqual(exported.toSorted())
})

test.each(letterSamples)('the sample of $name is whole, and to nobody', (sample) => {
  const { to, subject, body } = sampleLetter(sample, settings)
  expect(subject).not.toBe('')
  expect(`${subject}\n${body}`).not.toMatch(/undefined|null|NaN|\[object/)
  expect(body).toMatch(/Example|example/)
  expect(to.address).toBe(sample.isForStaff ? settings.staffEmail : 'asha@example.com')
})

test('a preview has the head, the letter as HTML and as text, and takes nothing for markup', () => {
  const page = previewPage(
    letterSamples.filter(({ name }) => name === 'message-for-staff'),
    { ...settings, staffEmail: 'desk@naic.example"><script>' },
  )
  expect(page).toContain(
    `<tr><th>From</th><td>${organisation.name} &lt;office@naic.example&gt;</td></tr>`,
  )
  expect(page).toContain('<tr><th>To</th><td>desk@naic.example&quot;&gt;&lt;script&gt;</td></tr>')
  expect(page).toContain('<th>Reply to</th><td>Asha Example &lt;asha@example.com&gt;</td>')
  expect(page).toContain('srcdoc="&lt;!doctype html&gt;')
  expect(page).toMatch(/<pre>A message came in through the contact form/)
  expect(page).not.toContain('<script>')
})
