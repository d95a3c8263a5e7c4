import { BadgeCheck, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import words from '#content/footer.json' with { type: 'json' }
import { footerInternships, footerLinks, legalLinks } from '#content/navigation.ts'
import organisation from '#content/organisation.json' with { type: 'json' }
import { siteUrl } from '../server-context/site-address.ts'
import { Logo } from './logo.tsx'
import { SocialIcon } from '../ui/social-icon.tsx'
import { Today, yearOnly } from '../ui/today.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

const { headquarters, offices, phones, emails, social } = organisation

export function SiteFooter() {
  return (
    <footer className="bg-ink text-paper jali print:hidden">
      <div className="bg-ink/85">
        <div className="wrap grid gap-x-8 gap-y-12 py-16 md:grid-cols-[1.5fr_1fr_1fr_1.5fr]">
          <div className="grid min-w-0 content-start gap-6">
            <Logo />
            <p className="text-ink-pale max-w-sm">{words.text}</p>
            <p className="flex items-center gap-2 font-medium">
              <BadgeCheck aria-hidden className="text-marigold size-5 shrink-0" />
              {words.certification}
            </p>
            <SocialLinks />
          </div>
          <LinkList title="Navigation" links={footerLinks} />
          <LinkList title="Internships" links={footerInternships} />
          <ContactInfo />
        </div>
        <div className="wrap">
          <div className="border-ink-soft grid gap-6 border-t py-10 md:grid-cols-[1fr_1.2fr] md:items-center">
            <div>
              <h2 className="text-xl">Newsletter</h2>
              <p className="text-ink-pale text-sm">{words.newsletter}</p>
            </div>
            <NewsletterForm />
          </div>
        </div>
        <div className="wrap">
          <div className="border-ink-soft text-ink-pale grid gap-4 border-t py-8 text-sm">
            <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
              {legalLinks.map(({ to, label }) => (
                <FooterLink key={to} to={to}>
                  {label}
                </FooterLink>
              ))}
            </nav>
            <p>
              © <Today format={yearOnly} /> {organisation.name}. All rights reserved. Registration
              number {organisation.registrationNumber}.
            </p>
          </div>
        </div>
      </div>
      <OrganisationData />
    </footer>
  )
}

function LinkList({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title} className="grid content-start">
      <h2 className="mb-2 text-lg">{title}</h2>
      {links.map(({ to, label }) => (
        <FooterLink key={label} to={to}>
          {label}
        </FooterLink>
      ))}
    </nav>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="text-ink-pale hover:text-paper min-w-11 py-1.5 hover:underline max-md:flex max-md:min-h-11 max-md:items-center"
    >
      {children}
    </Link>
  )
}

function ContactInfo() {
  return (
    <address className="text-ink-pale grid grid-cols-[minmax(0,1fr)] content-start gap-3 not-italic">
      <h2 className="text-paper mb-1 text-lg">Contact</h2>
      <p className="flex gap-3">
        <MapPin aria-hidden className="text-marigold mt-1 size-5 shrink-0" />
        <span className="min-w-0">
          {headquarters.street}, {headquarters.city}, {headquarters.state} -{' '}
          {headquarters.postalCode}
        </span>
      </p>
      <p className="flex items-center gap-3">
        <Phone aria-hidden className="text-marigold size-5 shrink-0" />
        <span className="min-w-0">
          Support line:{' '}
          <a
            href={`tel:${phones.studentSupport.replaceAll(' ', '')}`}
            className="inline-flex min-h-11 items-center hover:underline"
          >
            {phones.studentSupport}
          </a>
        </span>
      </p>
      <p className="flex items-center gap-3">
        <Mail aria-hidden className="text-marigold size-5 shrink-0" />
        <a
          href={`mailto:${emails.general}`}
          className="flex min-h-11 min-w-0 items-center wrap-anywhere hover:underline"
        >
          {emails.general}
        </a>
      </p>
      <p>
        <span className="text-paper font-medium">Offices:</span>{' '}
        {offices.map(({ city }) => city).join(', ')}
      </p>
    </address>
  )
}

function SocialLinks() {
  return (
    <ul className="flex flex-wrap gap-2">
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
  )
}

/** The council as search engines read it. */
function OrganisationData() {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'EducationalOrganization',
    name: organisation.name,
    alternateName: organisation.shortName,
    url: siteUrl(),
    email: emails.general,
    telephone: phones.main,
    address: {
      '@type': 'PostalAddress',
      streetAddress: headquarters.street,
      addressLocality: headquarters.city,
      addressRegion: headquarters.state,
      postalCode: headquarters.postalCode,
      addressCountry: 'IN',
    },
    sameAs: social.map(({ url }) => url),
  }
  return (
    <script
      type="application/ld+json"
      // oxlint-disable-next-line react/no-danger -- our own data, with "<" escaped
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
