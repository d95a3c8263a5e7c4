import home from '#content/home.json' with { type: 'json' }
import organisation from '#content/organisation.json' with { type: 'json' }
import { siteUrl } from '#app/server-context/site-address.ts'

const { headquarters, phones, emails, social } = organisation
const { foundingYear, languages } = home.searchEngines

/** The council in full, as search engines read it (schema.org). */
export function councilData() {
  return {
    '@type': 'EducationalOrganization',
    name: organisation.name,
    alternateName: organisation.shortName,
    description: organisation.tagline,
    url: siteUrl(),
    logo: `${siteUrl()}/icon.svg`,
    foundingDate: String(foundingYear),
    address: {
      '@type': 'PostalAddress',
      streetAddress: headquarters.street,
      addressLocality: headquarters.city,
      addressRegion: headquarters.state,
      postalCode: headquarters.postalCode,
      addressCountry: headquarters.country,
    },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: phones.studentSupport,
      email: emails.support,
      areaServed: 'IN',
      availableLanguage: languages,
    },
    sameAs: social.map(({ url }) => url),
  }
}
