import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCertificateId } from './certificate-id.ts'

test('whatever is typed, an ID is at most fifteen capital letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(cleanCertificateId(typed)).toMatch(/^[A-Z0-9]{0,15}$/)
    }),
  )
})

test('cleaning twice is cleaning once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect(cleanCertificateId(cleanCertificateId(typed))).toBe(cleanCertificateId(typed))
    }),
  )
})

test('marks and spaces go, and small letters become capitals', () => {
  expect(cleanCertificateId(' naic25-ab/12 c ')).toBe('NAIC25AB12C')
  expect(cleanCertificateId('é ß ı 一')).toBe('')
})
