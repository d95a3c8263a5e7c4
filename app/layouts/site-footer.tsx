import { BadgeCheck, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { SiteLink } from '../ui/site-link.tsx'
import words from '#content/footer.json' with { type: 'json' }
import { footerInternships, footerLinks, legalLinks } from '#content/navigation.ts'
import organisation from '#content/organisation.json' with { type: 'json' }
import { siteUrl } from '../server-context/site-address.ts'
import { Logo } from './logo.tsx'
import { SocialIcon } from '../ui/social-icon.tsx'
import { Today, yearOnly } from '../ui/today.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

const { headquarters, offices, phones, emails, social } = organisation

/**
 * On phones as low as it can be with targets for thumbs: lists side by side or in wrapped rows,
 * as far as the size of the letters lets them; a column for each from there on.
 */
export function SiteFooter() {
  return (
    <footer className="bg-ink text-paper jali print:hidden">
      <div className="bg-ink/85">
        <div className="wrap flex flex-wrap gap-x-4 gap-y-3 pt-5 pb-3 md:grid md:grid-cols-[1.5fr_1fr_1fr_1.5fr] md:gap-x-8 md:py-16">
          <div className="grid min-w-0 basis-full content-start gap-x-4 gap-y-1.5 md:gap-y-6">
            <Logo />
            <p className="text-ink-pale max-w-sm max-md:text-sm">{words.text}</p>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-2 md:grid md:gap-y-6">
              <p className="flex grow basis-[7rem] items-center gap-2 font-medium max-md:text-sm">
                <BadgeCheck aria-hidden className="text-marigold size-5 shrink-0" />
                {words.certification}
              </p>
              <SocialLinks />
            </div>
          </div>
          <LinkList title="Navigation" links={footerLinks} className="grow-5 basis-[7rem]" />
          <LinkList
            title="Internships"
            links={footerInternships}
            className="grow-6 basis-[10rem]"
          />
          <ContactInfo />
        </div>
        <div className="wrap">
          <div className="border-ink-soft grid gap-x-6 border-t pt-3 md:grid-cols-[1fr_1.2fr] md:items-center md:py-10">
            <div className="max-md:sr-only">
              <h2 className="text-xl">Newsletter</h2>
              <p className="text-ink-pale text-sm">{words.newsletter}</p>
            </div>
            <NewsletterForm />
          </div>
        </div>
        <div className="wrap">
          <div className="border-ink-soft text-ink-pale border-t pt-1 pb-4 text-sm md:grid md:gap-4 md:py-8">
            <nav aria-label="Legal" className="flex flex-wrap gap-x-4 md:gap-x-6">
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

type Links = { title: string; links: { to: string; label: string }[]; className: string }

function LinkList({ title, links, className }: Links) {
  return (
    <nav aria-label={title} className={`grid content-start ${className}`}>
      <h2 className="text-lg leading-tight md:mb-2">{title}</h2>
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
    <SiteLink
      to={to}
      className="text-ink-pale hover:text-paper min-w-11 hover:underline max-md:flex max-md:min-h-11 max-md:items-center md:py-1.5"
    >
      {children}
    </SiteLink>
  )
}

function ContactInfo() {
  return (
    <address className="text-ink-pale grid basis-full grid-cols-[minmax(0,1fr)] content-start gap-1 not-italic max-md:text-sm md:gap-3">
      <h2 className="text-paper mb-1 text-lg leading-tight max-md:sr-only">Contact</h2>
      <p className="flex gap-3 max-md:gap-2">
        <MapPin aria-hidden className="text-marigold size-5 shrink-0 md:mt-1" />
        <span className="min-w-0">
          {headquarters.street}, {headquarters.city}, {headquarters.state} -{' '}
          {headquarters.postalCode}
        </span>
      </p>
      <ul className="flex flex-wrap justify-between gap-x-4 md:grid">
        <ContactLink
          icon={<Phone aria-hidden className="text-marigold size-5 shrink-0" />}
          name="Support line"
          href={`tel:${phones.studentSupport.replaceAll(' ', '')}`}
        >
          {phones.studentSupport}
        </ContactLink>
        <ContactLink
          icon={<Mail aria-hidden className="text-marigold size-5 shrink-0" />}
          name="Email"
          href={`mailto:${emails.general}`}
        >
          {emails.general}
        </ContactLink>
      </ul>
      <p>
        <span className="text-paper font-medium">Offices:</span>{' '}
        {offices.map(({ city }) => city).join(', ')}
      </p>
    </address>
  )
}

type Contact = { icon: ReactNode; name: string; href: string; children: string }

function ContactLink({ icon, name, href, children }: Contact) {
  return (
    <li className="min-w-0">
      <a
        href={href}
        className="flex min-h-11 items-center gap-2 leading-snug hover:underline md:min-h-9 md:gap-3"
      >
        {icon}
        <span className="min-w-0 wrap-anywhere">
          <span className="max-md:block">{name}:</span> {children}
        </span>
      </a>
    </li>
  )
}

function SocialLinks() {
  return (
    <ul className="flex flex-wrap gap-1 md:gap-2">
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
