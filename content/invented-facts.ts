import organisation from './organisation.json' with { type: 'json' }
import partners from './partners.json' with { type: 'json' }
import testimonials from './testimonials.json' with { type: 'json' }

type Facts = {
  organisation: Pick<
    typeof organisation,
    'registrationNumber' | 'offices' | 'phones' | 'emails' | 'social'
  >
  partners: Pick<typeof partners, 'companies' | 'colleges'>
  testimonials: readonly { name: string }[]
}

/** Words that names have which we invented; two of them are whole, since "Model" is in real ones too. */
const inventedName =
  /\b(Example|Sample|Placeholder|Demo|Specimen)\b|^Model (Networks|Arts and Science College)$/
const ofExample = /[@.]example\.(org|com|net)\b/

/** What only the council knows, in which file it stands, and how it is known that nobody has filled it in. */
const factsToFillIn: readonly {
  what: string
  file: string
  values: (facts: Facts) => readonly string[]
  isInvented: RegExp
}[] = [
  {
    what: 'the registration number',
    file: 'organisation.json',
    values: (all) => [all.organisation.registrationNumber],
    isInvented: /0{5}$/,
  },
  {
    what: 'telephones',
    file: 'organisation.json',
    values: (all) => Object.values(all.organisation.phones),
    isInvented: /0000 000\d$/,
  },
  {
    what: 'e-mail addresses',
    file: 'organisation.json',
    values: (all) => Object.values(all.organisation.emails),
    isInvented: ofExample,
  },
  {
    what: 'offices',
    file: 'organisation.json',
    values: (all) => all.organisation.offices.map(({ address }) => address),
    isInvented: inventedName,
  },
  {
    what: 'social links',
    file: 'organisation.json',
    values: (all) => all.organisation.social.map(({ url }) => url),
    isInvented: ofExample,
  },
  {
    what: 'partner companies',
    file: 'partners.json',
    values: (all) => all.partners.companies.map(({ name }) => name),
    isInvented: inventedName,
  },
  {
    what: 'partner colleges',
    file: 'partners.json',
    values: (all) => all.partners.colleges,
    isInvented: inventedName,
  },
  {
    what: 'testimonials',
    file: 'testimonials.json',
    values: (all) => all.testimonials.map(({ name }) => name),
    isInvented: inventedName,
  },
]

/** @returns the facts that are still invented, each with the file to edit. */
export const inventedFacts = (facts: Facts = { organisation, partners, testimonials }) =>
  factsToFillIn.flatMap(({ what, file, values, isInvented }) => {
    const [first, ...others] = values(facts).filter((value) => isInvented.test(value))
    if (first === undefined) return []
    return [{ what, file: `content/${file}`, first, count: others.length + 1 }]
  })
