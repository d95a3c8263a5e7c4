import { expect, test } from 'vitest'
import { sampleCertificate } from './navigation.ts'
import samples from './sample-certificates.json' with { type: 'json' }

test('the certificate that the site shows as a sample is one of the samples', () => {
  expect(samples.map(({ id }) => `/verify/${id}`)).toContain(sampleCertificate.to)
})
