import { expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { finishPage } from './site.ts'

const policyOf = (before: string, settings: Record<string, string> = {}, styles = '') =>
  finishPage({ status: 200, before, after: '' }, styles, readConfig(settings)).headers[
    'Content-Security-Policy'
  ]

test('without TASK_FORM_URL the frame shows our own page, and with it nothing else', () => {
  expect(policyOf('')).toContain("frame-src 'self';")
  const settings = { TASK_FORM_URL: 'https://forms.example.org/a?b=1' }
  expect(policyOf('', settings)).toContain('frame-src https://forms.example.org;')
})

test('a page may be framed only if its head says so, and then only by this site', () => {
  const says = '<meta name="framed-by" content="self"/>'
  expect(policyOf('<p></p>')).toContain("frame-ancestors 'none'")
  expect(policyOf(says)).toContain("frame-ancestors 'self'")
  const inBody = finishPage({ status: 200, before: '', after: says }, '', readConfig({}))
  expect(inBody.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
})
