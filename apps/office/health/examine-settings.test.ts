import { expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { examineSettings } from './examine-settings.ts'

const settings = {
  SITE_URL: 'https://naic.localhost',
  STAFF_EMAIL: 'desk@naic.example',
  MAIL_FROM: 'office@naic.example',
  TRUST_PROXY: '127.0.0.1',
  TASK_FORM_URL: 'https://forms.example.org/tasks',
}

test.each([
  ['STAFF_EMAIL', '', /^STAFF_EMAIL is .+nobody reads/],
  ['MAIL_FROM', '', /^MAIL_FROM is .+no relay lets us/],
  ['TRUST_PROXY', '', /^TRUST_PROXY is not set/],
  ['TASK_FORM_URL', '', /^TASK_FORM_URL is not set: \/submit-task says/],
  ['SMPT_URL', 'smtp://relay.example.org', /^SMPT_URL is no setting, .+ Is SMTP_URL meant[?]$/],
  ['SITE_URL', 'https://www.example.org', /^SITE_URL is .+ nobody can reach the site there/],
  ['SITE_URL', 'http://naic.localhost', /without TLS/],
])('%s that was left as it came, or has a slip, is a warning', (name, value, says) => {
  const found = examineSettings(readConfig({ ...settings, [name]: value }))
  expect(found).toMatchObject([{ state: 'warning', says: expect.stringMatching(says) }])
})
