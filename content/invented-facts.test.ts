import { expect, test } from 'vitest'
import organisation from './organisation.json' with { type: 'json' }
import partners from './partners.json' with { type: 'json' }
import programme from './programme.json' with { type: 'json' }
import testimonials from './testimonials.json' with { type: 'json' }
import { inventedFacts } from './invented-facts.ts'

/** As a council would fill them in. */
const real = {
  organisation: {
    ...organisation,
    registrationNumber: 'NAIC/REG/2020/41873',
    phones: { main: '+91 80 4123 7650', studentSupport: '+91 80 4000 0001' },
    emails: { general: 'info@naic.ac.in', support: 'help@naic.ac.in' },
    privacyContact: { role: 'Privacy Officer', email: 'privacy@naic.ac.in' },
    social: [{ name: 'LinkedIn', url: 'https://www.linkedin.com/school/naic' }],
  },
  partners: {
    ...partners,
    companies: [{ name: 'Lotus Softworks', logo: '/partners/lotus.svg' }],
    colleges: ['Model Engineering College', 'Government College of Technology'],
  },
  testimonials: [{ name: 'Asha Rao' }],
  programme: {
    feeWhen: 'You pay once your application is accepted.',
    feeHow: 'You pay by UPI.',
    feeReceipt: 'You get a receipt by email.',
  },
}

test('the invented facts of the project are all listed, each with the file to edit', () => {
  const counts = inventedFacts({ organisation, partners, testimonials, programme }).map(
    ({ what, file, count }) => [what, file, count],
  )
  expect(counts).toEqual([
    ['when the fee is paid', 'content/programme.json', 1],
    ['how the fee is paid', 'content/programme.json', 1],
    ['what one gets for the fee', 'content/programme.json', 1],
    ['the registration number', 'content/organisation.json', 1],
    ['telephones', 'content/organisation.json', 2],
    ['email addresses', 'content/organisation.json', 3],
    ['social links', 'content/organisation.json', organisation.social.length],
    ['partner companies', 'content/partners.json', partners.companies.length],
    ['partner colleges', 'content/partners.json', partners.colleges.length],
    ['testimonials', 'content/testimonials.json', testimonials.length],
  ])
})

test('real facts of a council are not listed as invented', () => {
  expect(inventedFacts(real)).toEqual([])
})
