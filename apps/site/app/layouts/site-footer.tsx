import { BadgeCheck, CheckCircle2, Mail, MapPin, Smartphone } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import home from '@naic/content/en/home.json' with { type: 'json' }
import words from '@naic/content/en/footer.json' with { type: 'json' }
import {
  callTo,
  footerInternships,
  footerLinks,
  legalLinks,
  verifyLink,
} from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { StructuredData } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import { Button } from '@naic/ui/button.tsx'
import { SocialIcon } from '@naic/ui/social-icon.tsx'
import { Today } from '@naic/ui/today.tsx'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'

const { headquarters, offices, phones, emails, social } = organisation
const { foundingYear, languages } = home.searchEngines

/** As low as it can be with targets for thumbs. Its rules come with every page, so it has few of them. */
export const SiteFooter = () => (
  <footer className="bg-ink text-paper jali ends-page print:hidden">
    <div className="bg-ink/85">
      <div className="wrap flex flex-wrap gap-x-6 gap-y-2 pt-5 pb-3 md:grid md:grid-cols-[1.6fr_.8fr_1fr_1.2fr] md:gap-x-10 md:pt-14 md:pb-8">
        <div className="flex basis-full flex-col gap-1">
          <Logo />
          <p className="text-ink-pale text-sm">{words.text}</p>
          <div className="flex flex-wrap gap-2">
            <p className="flex grow basis-[7rem] items-center gap-2 text-sm font-medium">
              <Icon of={BadgeCheck} className="text-marigold size-5 shrink-0" />
              {words.certification}
            </p>
            <ul className="flex flex-wrap gap-1">
              {social.map(({ name, url }) => (
                <li key={name}>
                  <a
                    href={url}
                    rel="noopener"
                    className="border-ink-soft hover:border-marigold hover:text-marigold grid size-11 place-items-center rounded-md border"
                  >
                    <span className="sr-only">{name}</span>
                    <SocialIcon name={name} />
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <LinkList {...words.pages} links={footerLinks} />
        <LinkList {...words.internships} links={footerInternships} />
        <ContactInfo />
        <NewsletterForm />
      </div>
      <div className="wrap">
        <div className="border-ink-soft text-ink-pale border-t pt-1 pb-4 text-sm">
          <nav aria-label={words.legal} className="flex flex-wrap gap-x-4">
            <FooterLinks links={[...legalLinks, verifyLink]} />
            <LanguageLinks className={footerLink} />
          </nav>
          <p>
            © <Today format="year" /> {words.rights}
          </p>
        </div>
      </div>
    </div>
    <StructuredData of={organisationData()} />
  </footer>
)

type Links = {
  title: string
  /** For ears, to which "Navigation, navigation" would say little. */
  label: string
  links: { to: string; label: string }[]
}

const LinkList = ({ title, label, links }: Links) => (
  <nav aria-label={label} className="grow md:row-span-2">
    <h2 className="text-lg leading-tight">{title}</h2>
    <FooterLinks links={links} />
  </nav>
)

const footerLink =
  'text-ink-pale hover:text-paper flex min-h-11 min-w-11 items-center leading-snug hover:underline'

const FooterLinks = ({ links }: Pick<Links, 'links'>) =>
  links.map(({ to, label }) => (
    <a key={label} href={to} className={footerLink}>
      {label}
    </a>
  ))

const contacts = [
  [Smartphone, words.contact.phone, callTo(phones.studentSupport), phones.studentSupport],
  [Mail, words.contact.email, `mailto:${emails.general}`, emails.general],
] as const

const ContactInfo = () => (
  <div className="text-ink-pale grid basis-full gap-1 text-sm md:row-span-2">
    <h2 className="text-paper text-lg leading-tight max-md:hidden">{words.contact.title}</h2>
    <address className="grid gap-1 not-italic">
      <p className="flex gap-2">
        <Icon of={MapPin} className="text-marigold size-5 shrink-0" />
        <span className="min-w-0">
          {`${headquarters.street}, ${headquarters.city}, ${headquarters.state} - ${headquarters.postalCode}`}
        </span>
      </p>
      <ul className="flex flex-wrap justify-between gap-x-4">
        {contacts.map(([icon, name, href, text]) => (
          <li key={name} className="min-w-0">
            <a
              href={href}
              className="flex min-h-11 items-center gap-2 leading-snug hover:underline"
            >
              <Icon of={icon} className="text-marigold size-5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                <span className="block">{name}</span> {text}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        <span className="text-paper font-medium">{words.contact.offices}</span> {offices.join(', ')}
      </p>
    </address>
  </div>
)

/** Sends nothing, without JavaScript too: the field has no name, and "dialog" none to close. `page-tools.ts` confirms. */
const NewsletterForm = () => (
  <form id="newsletter" className="grow md:mt-4" method="dialog">
    <h2 className="text-lg leading-tight max-md:hidden">{words.newsletter.title}</h2>
    <p className="text-ink-pale text-sm max-md:hidden">{words.newsletter.text}</p>
    <div className="relative mt-1 mb-1">
      <label htmlFor="newsletter-email" className="text-sm font-medium">
        {words.newsletter.field}
      </label>
      {/* In the label's place, so that nothing moves and no room is kept for three seconds. */}
      <p role="status" className="absolute inset-0 text-sm font-medium" />
      <template>
        <span className="bg-ink flex h-full items-center gap-2">
          <Icon of={CheckCircle2} className="text-marigold size-5 shrink-0" />
          {words.newsletter.done}
        </span>
      </template>
    </div>
    <div className="flex flex-wrap gap-2">
      <input
        id="newsletter-email"
        type="email"
        required
        autoComplete="email"
        className="control min-w-0 grow basis-[7rem]"
      />
      <Button type="submit" look="outline">
        {words.newsletter.button}
      </Button>
    </div>
  </form>
)

const organisationData = () => ({
  '@type': 'EducationalOrganization',
  name: organisation.name,
  alternateName: organisation.shortName,
  description: organisation.tagline,
  url: siteUrl(),
  logo: `${siteUrl()}/icon.svg`,
  foundingDate: String(foundingYear),
  email: emails.general,
  telephone: phones.main,
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
})
