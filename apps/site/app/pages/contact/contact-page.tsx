import { type IconNode, Mail, MapPin, Phone } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import { shownOf } from '#app/form-parts/use-form.ts'
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { statusOf } from '#app/server-context/load-context.ts'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { Section } from '@naic/ui/section.tsx'
import words from '@naic/content/en/contact.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { callTo } from '@naic/content/navigation.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { MessageForm } from './message-form.island.tsx'

export const contactPage: Page = ({ posted }) => ({
  status: posted ? statusOf(posted) : 200,
  head: metaOf(words, '/contact'),
  body: (
    <>
      <PageBanner title={words.title}>
        {words.text}
        {/* For whoever would rather speak to somebody. */}
        <a
          href={callTo(phones.studentSupport)}
          className="text-paper mt-1 flex min-h-11 w-fit items-center gap-2 font-semibold underline underline-offset-4"
        >
          <Icon of={Phone} className="text-marigold size-5 shrink-0" />
          {fill(words.call, { phone: phones.studentSupport })}
        </a>
      </PageBanner>
      <div className="wrap grid gap-10 py-8 md:py-12 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-14">
        <section aria-label={words.formLabel}>
          <Island>
            <MessageForm posted={shownOf(posted)} />
          </Island>
        </section>
        <div className="grid content-start gap-8">
          <ContactCards />
          <Section id="quick-answers" title={words.helpTitle} look="text-lg">
            <ul className="border-hairline divide-hairline mt-2 divide-y border-y">
              {words.help.map(({ text, to }) => (
                <li key={to}>
                  <a href={to} className="link flex min-h-11 items-center py-2 font-medium">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </>
  ),
})

const { headquarters, emails, phones } = organisation

const ContactCards = () => (
  <ul className="border-hairline divide-hairline divide-y rounded-lg border">
    <ContactCard icon={MapPin} title={words.cards.address}>
      <address className="py-1 not-italic">
        {`${headquarters.street}, ${headquarters.city}, ${headquarters.state} - ${headquarters.postalCode}.`}
      </address>
    </ContactCard>
    <ContactCard icon={Mail} title={words.cards.email}>
      <p className="text-ink-soft pt-1 text-sm">{words.cards.emailText}</p>
      <div className="flex flex-wrap gap-x-6">
        <ContactLink of={emails.general} />
        <ContactLink of={emails.support} />
      </div>
    </ContactCard>
    <ContactCard icon={Phone} title={words.cards.phone}>
      <div className="flex flex-wrap gap-x-6 pt-1">
        <ContactLink name={words.cards.main} of={phones.main} />
        <ContactLink name={words.cards.support} of={phones.studentSupport} />
      </div>
    </ContactCard>
  </ul>
)

type CardProps = { icon: IconNode; title: string; children: ReactNode }

const ContactCard = ({ icon, title, children }: CardProps) => (
  <li className="flex gap-4 p-4 sm:p-5">
    <Icon of={icon} className="text-peacock mt-0.5 size-6 shrink-0" />
    <div className="min-w-0">
      <h2 className="text-lg leading-tight">{title}</h2>
      {children}
    </div>
  </li>
)

/** @param of is a telephone's number or an email address. */
function ContactLink({ name, of }: { name?: string; of: string }) {
  const [account, host] = of.split('@')
  return (
    <p>
      {name ? <span className="text-ink-soft text-sm">{name}: </span> : null}
      <a
        href={host ? `mailto:${of}` : callTo(of)}
        className="link flex min-h-11 w-fit items-center wrap-anywhere"
      >
        <span>
          {account}
          {/* If it is longer than its line, it breaks after the @. */}
          {host ? '@' : ''}
          <wbr />
          {host}
        </span>
      </a>
    </p>
  )
}
