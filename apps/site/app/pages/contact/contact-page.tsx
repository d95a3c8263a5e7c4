import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, useActionData } from 'react-router'
import { ReferenceNote } from '#app/form-parts/form-parts.tsx'
import { metaOf } from '#app/page-meta.ts'
import { servedContext, statusOf } from '#app/server-context/load-context.ts'
import { Button } from '@naic/ui/button.tsx'
import { Card } from '@naic/ui/card.tsx'
import { DoneNotice } from '@naic/ui/done-notice.tsx'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import words from '@naic/content/en/contact.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import type { Route } from './+types/contact-page'
import { MessageForm, useMessage } from './message-form.tsx'

export const meta = () => metaOf(words, '/contact')

/** Passes on what the server made of a form that was posted without JavaScript. */
export function action({ context }: Route.ActionArgs) {
  const { posted } = context.get(servedContext)
  return posted ? data(posted, { status: statusOf(posted) }) : null
}

export default function ContactPage() {
  const posted = useActionData<typeof action>() ?? undefined
  const message = useMessage(posted)
  return (
    <>
      <PageBanner title="Contact Us">{words.text}</PageBanner>
      <div className="wrap grid gap-10 py-8 md:gap-12 md:py-16 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <section aria-label="Send us a message">
          {message.phase.state === 'submitted' ? (
            <DoneNotice
              title="Thank You!"
              text="Your message has been sent successfully. We'll get back to you as soon as possible."
            >
              <ReferenceNote
                id={message.phase.id}
                steps={message.phase.emailed ? words.next : words.nextWithoutEmail}
              />
              {/* Without JavaScript the form is a page away. */}
              <form method="get" action="/contact" onSubmit={message.startAgain}>
                <Button type="submit" look="outline">
                  Send Another Message
                </Button>
              </form>
            </DoneNotice>
          ) : (
            <MessageForm message={message} />
          )}
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 md:gap-5">
          <ContactCards />
          <CertificateNote />
        </div>
      </div>
    </>
  )
}

function CertificateNote() {
  return (
    <p>
      {words.certificate}{' '}
      <SiteLink to="/verification" className="link inline-block py-2.5 font-medium">
        Verify it here
      </SiteLink>
    </p>
  )
}

const { headquarters, emails, phones } = organisation

function ContactCards() {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 md:gap-5">
      <ContactCard Icon={MapPin} title="Address">
        <address className="not-italic">
          {headquarters.street}, {headquarters.city}, {headquarters.state} -{' '}
          {headquarters.postalCode}.
        </address>
      </ContactCard>
      <ContactCard Icon={Mail} title="Email">
        <p>General inquiries and support:</p>
        <ContactLink href={`mailto:${emails.general}`}>{emails.general}</ContactLink>
        <ContactLink href={`mailto:${emails.support}`}>{emails.support}</ContactLink>
      </ContactCard>
      <ContactCard Icon={Phone} title="Phone">
        <ContactLink before="Main Office" href={`tel:${phones.main.replaceAll(' ', '')}`}>
          {phones.main}
        </ContactLink>
        <ContactLink
          before="Student Support"
          href={`tel:${phones.studentSupport.replaceAll(' ', '')}`}
        >
          {phones.studentSupport}
        </ContactLink>
      </ContactCard>
    </ul>
  )
}

type CardProps = { Icon: LucideIcon; title: string; children: ReactNode }

function ContactCard({ Icon, title, children }: CardProps) {
  return (
    <li>
      <Card className="flex flex-wrap gap-x-4 gap-y-2 max-md:p-4">
        <span className="bg-peacock-pale text-peacock grid size-12 shrink-0 place-items-center rounded-md">
          <Icon aria-hidden className="size-6" />
        </span>
        <div className="min-w-0 flex-1 basis-[12rem]">
          <h2 className="text-xl">{title}</h2>
          {children}
        </div>
      </Card>
    </li>
  )
}

type LinkProps = { href: string; before?: string; children: string }

function ContactLink({ href, before, children }: LinkProps) {
  const [name, host] = children.split('@')
  return (
    <p>
      {before ? `${before}: ` : null}
      <a href={href} className="link inline-flex min-h-11 items-center wrap-anywhere">
        {host === undefined ? (
          children
        ) : (
          // If it is longer than its line, it breaks after the @.
          <span>
            {name}@<wbr />
            {host}
          </span>
        )}
      </a>
    </p>
  )
}
