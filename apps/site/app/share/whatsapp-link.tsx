import words from '@naic/content/en/share.json' with { type: 'json' }
import { SocialIcon } from '@naic/ui/social-icon.tsx'

type Message = {
  /** What the message says before the address. */
  title: string
  /** Of this site: its origin, and a path without a query. */
  address: string
  className: string
}

/**
 * A plain link (https://faq.whatsapp.com/5913398998672934): nothing of WhatsApp is on the page.
 * The address stays as it is, which a query allows.
 */
export function WhatsAppLink({ title, address, className }: Message) {
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(title).replaceAll('%20', '+')}+${address}`}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
    >
      <SocialIcon name="WhatsApp" />
      <span>
        WhatsApp<span className="sr-only"> {words.newTab}</span>
      </span>
    </a>
  )
}
