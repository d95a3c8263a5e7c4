import organisation from './organisation.json' with { type: 'json' }
import partners from './partners.json' with { type: 'json' }
import programme from './programme.json' with { type: 'json' }
import testimonials from './testimonials.json' with { type: 'json' }

type Facts = {
  organisation: typeof organisation
  partners: typeof partners
  testimonials: readonly { name: string }[]
  programme: Pick<typeof programme, 'feeWhen' | 'feeHow' | 'feeReceipt'>
}

/** Words in names that we invented. Two names are whole, since "Model" is in real names too. */
const name =
  /\b(Example|Sample|Placeholder|Demo|Specimen)\b|^Model (Networks|Arts and Science College)$/
const ofExample = /[@.]example\.(org|com|net)\b/

/** Only the council knows these facts. The pattern fits a value that nobody has filled in. */
const factsToFillIn = ({
  organisation: council,
  partners: known,
  testimonials: said,
  programme: { feeWhen, feeHow, feeReceipt },
}: Facts) =>
  [
    ['when the fee is paid', 'programme', [feeWhen], /^$/],
    ['how the fee is paid', 'programme', [feeHow], /^$/],
    ['what one gets for the fee', 'programme', [feeReceipt], /^$/],
    ['the registration number', 'organisation', [council.registrationNumber], /0{5}$/],
    ['telephones', 'organisation', Object.values(council.phones), /0000 000\d$/],
    [
      'email addresses',
      'organisation',
      [...Object.values(council.emails), council.privacyContact.email],
      ofExample,
    ],
    ['social links', 'organisation', council.social.map(({ url }) => url), ofExample],
    ['partner companies', 'partners', known.companies.map((company) => company.name), name],
    ['partner colleges', 'partners', known.colleges, name],
    ['testimonials', 'testimonials', said.map((testimonial) => testimonial.name), name],
  ] as const

/** @returns the facts that are still invented or not given at all, each with the file to edit. */
export const inventedFacts = (facts: Facts = { organisation, partners, testimonials, programme }) =>
  factsToFillIn(facts).flatMap(([what, file, values, isInvented]) => {
    const [first, ...others] = values.filter((value) => isInvented.test(value))
    if (first === undefined) return []
    return [{ what, file: `content/${file}.json`, first, count: others.length + 1 }]
  })
