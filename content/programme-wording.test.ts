import { expect, test } from 'vitest'
import { paymentPhrase } from './programme-wording.ts'

test('how the fee is paid is said in the words of the council, and promised by nobody else', () => {
  expect(paymentPhrase('You pay by UPI. We send you the address.')).toBe(
    'You pay by UPI. We send you the address.',
  )
  expect(paymentPhrase('')).toBe('Please ask us when and how to pay before you pay anything.')
})
