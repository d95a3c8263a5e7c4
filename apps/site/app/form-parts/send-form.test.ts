import { expect, test } from 'vitest'
import * as v from 'valibot'
import { emptyToNull, line, personName } from '@naic/admissions/forms/text-rules.ts'
import { leaveOut } from './send-form.ts'

const schema = v.object({
  name: personName,
  city: v.pipe(line('City', 100), emptyToNull),
  state: v.pipe(line('State', 100), emptyToNull),
})

test('an optional field is sent only if it is filled in, a required field always', () => {
  const data = new FormData()
  const typed = { name: '', city: '', state: 'Goa', website: '', agreeToTerms: 'on' }
  for (const [field, value] of Object.entries(typed)) data.append(field, value)
  leaveOut(data, { schema, notSent: ['agreeToTerms'] })
  expect([...data]).toEqual([
    ['name', ''],
    ['state', 'Goa'],
  ])
})

test('a honeypot with something in it is sent', () => {
  const data = new FormData()
  data.append('website', 'https://example.com')
  leaveOut(data, { schema, notSent: [] })
  expect([...data]).toEqual([['website', 'https://example.com']])
})
