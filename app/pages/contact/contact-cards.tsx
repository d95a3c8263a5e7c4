import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import organisation from '#content/organisation.json' with { type: 'json' }
import { Card } from '#app/ui/card.tsx'

const { headquarters, emails, phones } = organisation

export function ContactCards() {
  return (
    <ul className="grid content-start gap-5">
      <ContactCard icon={<MapPin aria-hidden className="size-6" />} title="Address">
        <address className="not-italic">
          {headquarters.street}, {headquarters.city}, {headquarters.state} -{' '}
          {headquarters.postalCode}.
        </address>
      </ContactCard>
      <ContactCard icon={<Mail aria-hidden className="size-6" />} title="Email">
        <p>General inquiries and support:</p>
        <ContactLink href={`mailto:${emails.general}`}>{emails.general}</ContactLink>
        <ContactLink href={`mailto:${emails.support}`}>{emails.support}</ContactLink>
      </ContactCard>
      <ContactCard icon={<Phone aria-hidden className="size-6" />} title="Phone">
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

type CardProps = { icon: ReactNode; title: string; children: ReactNode }

function ContactCard({ icon, title, children }: CardProps) {
  return (
    <li>
      <Card className="flex gap-4 narrow:flex-col">
        <span className="bg-peacock-pale text-peacock grid size-12 shrink-0 place-items-center rounded-md">
          {icon}
        </span>
        <div className="min-w-0">
          <h2 className="text-xl">{title}</h2>
          {children}
        </div>
      </Card>
    </li>
  )
}

function ContactLink({
  href,
  before,
  children,
}: {
  href: string
  before?: string
  children: string
}) {
  return (
    <p>
      {before ? `${before}: ` : null}
      <a href={href} className="link inline-flex min-h-11 items-center wrap-anywhere">
        {before ? children : <BreakableAddress address={children} />}
      </a>
    </p>
  )
}

/** May go on below its @, where it is longer than its line. */
function BreakableAddress({ address }: { address: string }) {
  const [name, host] = address.split('@')
  return (
    <span>
      {name}@<wbr />
      {host}
    </span>
  )
}
