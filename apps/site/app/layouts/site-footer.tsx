import { BadgeCheck, CheckCircle2, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import words from '@naic/content/en/footer.json' with { type: 'json' }
import { footerInternships, footerLinks, legalLinks } from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { siteUrl } from '#app/server-context/site-settings.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { SocialIcon } from '@naic/ui/social-icon.tsx'
import { Today, yearOnly } from '@naic/ui/today.tsx'
import { Logo } from './logo.tsx'

const { headquarters, offices, phones, emails, social } = organisation

/**
 * As low as it can be with targets for thumbs: lists side by side or in wrapped rows, as far as the
 * size of the letters lets them. Its rules come with every page, so it has few of them.
 */
export function SiteFooter() {
  return (
    <footer className="bg-ink text-paper jali print:hidden">
      <div className="bg-ink/85">
        <div className="wrap flex flex-wrap gap-3 gap-x-6 py-5 md:grid md:grid-cols-[1.8fr_1fr_1fr_1.5fr] md:py-16">
          <div className="flex basis-full flex-col gap-2">
            <Logo />
            <p className="text-ink-pale text-sm">{words.text}</p>
            <div className="flex flex-wrap gap-2">
              <p className="flex grow basis-[7rem] items-center gap-2 text-sm font-medium">
                <BadgeCheck aria-hidden className="text-marigold size-5 shrink-0" />
                {words.certification}
              </p>
              <SocialLinks />
            </div>
          </div>
          <LinkList title="Navigation" links={footerLinks} />
          <LinkList title="Internships" links={footerInternships} />
          <ContactInfo />
        </div>
        <div className="wrap">
          <div className="border-ink-soft flex flex-wrap items-center gap-x-4 border-t pt-2 md:py-16">
            <div className="grow max-md:hidden">
              <h2 className="text-xl">Newsletter</h2>
              <p className="text-ink-pale text-sm">{words.newsletter}</p>
            </div>
            <NewsletterForm />
          </div>
        </div>
        <div className="wrap">
          <div className="border-ink-soft text-ink-pale border-t pt-2 pb-4 text-sm">
            <nav aria-label="Legal" className="flex flex-wrap gap-x-4">
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

type Links = { title: string; links: { to: string; label: string }[] }

function LinkList({ title, links }: Links) {
  return (
    <nav aria-label={title} className="grow">
      <h2 className="text-lg leading-tight">{title}</h2>
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
      className="text-ink-pale hover:text-paper flex min-h-11 min-w-11 items-center leading-snug hover:underline"
    >
      {children}
    </SiteLink>
  )
}

function ContactInfo() {
  return (
    <address className="text-ink-pale flex basis-full flex-col gap-1 text-sm not-italic">
      <h2 className="text-paper text-lg leading-tight max-md:hidden">Contact</h2>
      <p className="flex gap-2">
        <MapPin aria-hidden className="text-marigold size-5 shrink-0" />
        <span className="min-w-0">
          {headquarters.street}, {headquarters.city}, {headquarters.state} -{' '}
          {headquarters.postalCode}
        </span>
      </p>
      <ul className="flex flex-wrap justify-between gap-x-4">
        <ContactLink
          Icon={Phone}
          name="Support line"
          href={`tel:${phones.studentSupport.replaceAll(' ', '')}`}
        >
          {phones.studentSupport}
        </ContactLink>
        <ContactLink Icon={Mail} name="Email" href={`mailto:${emails.general}`}>
          {emails.general}
        </ContactLink>
      </ul>
      <p>
        <span className="text-paper font-medium">Offices:</span> {offices.join(', ')}
      </p>
    </address>
  )
}

type Contact = { Icon: LucideIcon; name: string; href: string; children: string }

function ContactLink({ Icon, name, href, children }: Contact) {
  return (
    <li className="min-w-0">
      <a href={href} className="flex min-h-11 items-center gap-2 leading-snug hover:underline">
        <Icon aria-hidden className="text-marigold size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <span className="block">{name}:</span> {children}
        </span>
      </a>
    </li>
  )
}

function SocialLinks() {
  return (
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
  )
}

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

const confirmationMs = 3000

/**
 * Confirms, and sends and stores nothing. The method "dialog" has no dialog to close here, so
 * that without JavaScript, too, nothing leaves the page; the field has no name for that reason.
 */
function NewsletterForm() {
  /** The number of the confirmation: each has its own time, and is announced again. */
  const [confirmation, setConfirmation] = useState<number>()

  useEffect(() => {
    if (confirmation === undefined) return
    const timer = setTimeout(() => setConfirmation(undefined), confirmationMs)
    return () => clearTimeout(timer)
  }, [confirmation])

  return (
    <form
      className="grow"
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        event.currentTarget.reset()
        setConfirmation((shown = 0) => shown + 1)
      }}
    >
      <label htmlFor="newsletter-email" className="mb-1 block font-medium">
        Your email for the newsletter
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="newsletter-email"
          type="email"
          required
          autoComplete="email"
          className="control min-w-0 grow basis-[7rem]"
        />
        <Button type="submit" look="outline">
          Subscribe
        </Button>
      </div>
      <p role="status" className="mt-1 min-h-6">
        {confirmation ? (
          <span key={confirmation} className="flex items-center gap-2">
            <CheckCircle2 aria-hidden className="text-marigold size-5" />
            Successfully subscribed! Thank you.
          </span>
        ) : null}
      </p>
    </form>
  )
}
