import { SocialIcon } from '../ui/social-icon.tsx'

type Props = {
  /** What the message says before the address. */
  title: string
  /** Of this site: its origin, and a path without a query. */
  address: string
  className: string
}

/**
 * A plain link (https://faq.whatsapp.com/5913398998672934): nothing of WhatsApp is on the page.
 * The address stays as it is, which a query allows, since the server puts its origin in.
 */
export function WhatsAppLink({ title, address, className }: Props) {
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(title)}%20${address}`}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
    >
      <SocialIcon name="WhatsApp" />
      <span>
        WhatsApp<span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  )
}
