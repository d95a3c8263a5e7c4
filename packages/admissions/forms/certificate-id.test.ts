import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCertificateId } from './certificate-id.ts'

test('whatever is typed, an ID is at most fifteen capital letters and digits', () => {
  assert(
    property(string({ unit: 'binary' }), (typed) => {
      expect(cleanCertificateId(typed)).toMatch(/^[A-Z0-9]{0,15}$/)
    }),
  )
  expect(cleanCertificateId(' naic25-ab/12 c ')).toBe('NAIC25AB12C')
  expect(cleanCertificateId('é ß ı 一')).toBe('')
  const link = 'See https://www.example.org/verify/NAIC25A7K2M?from=linkedin'
  expect(cleanCertificateId(link)).toBe('NAIC25A7K2M')
})
