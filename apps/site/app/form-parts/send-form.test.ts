import { expect, test } from 'vitest'
import * as v from 'valibot'
import { emptyToNull, line, personName } from '@naic/admissions/forms/text-rules.ts'
import { leaveOut } from './send-form.ts'

const schema = v.object({
  name: personName,
  city: v.pipe(line('City', 100), emptyToNull),
  state: v.pipe(line('State', 100), emptyToNull),
})

test.each([
  { website: '', sent: {} },
  { website: 'https://example.com', sent: { website: 'https://example.com' } },
])(
  'of optional fields and a honeypot only what is filled in is sent, of others everything: $sent',
  ({ website, sent }) => {
    const data = new FormData()
    const typed = { name: '', city: '', state: 'Goa', website, agreeToTerms: 'on' }
    for (const [field, value] of Object.entries(typed)) data.append(field, value)
    leaveOut(data, { schema, notSent: ['agreeToTerms'] })
    expect(Object.fromEntries(data)).toEqual({ name: '', state: 'Goa', ...sent })
  },
)
