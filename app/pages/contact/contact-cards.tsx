import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import organisation from '#content/organisation.json' with { type: 'json' }
import { Card } from '#app/ui/card.tsx'

const { headquarters, emails, phones } = organisation

export function ContactCards() {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 md:gap-5">
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
      <Card className="flex flex-wrap gap-x-4 gap-y-2 max-md:p-4">
        <span className="bg-peacock-pale text-peacock grid size-12 shrink-0 place-items-center rounded-md">
          {icon}
        </span>
        <div className="min-w-0 flex-1 basis-[12rem]">
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
