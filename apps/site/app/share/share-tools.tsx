import { Share2 } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import type { ReactNode } from 'react'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { SocialIcon } from '@naic/ui/social-icon.tsx'

type Shared = {
  /** Of this site: its origin, and a path without a query. */
  address: string
  title: string
  /** What a message on WhatsApp says before the address. */
  message: string
  /** Shown if the link could be neither shared nor copied; the link follows, selected. */
  notCopied?: string
  /** Of each tool. */
  className: string
  /** Between what is there without a script and what comes with it. */
  children?: ReactNode
}

/**
 * A plain link to WhatsApp (https://faq.whatsapp.com/5913398998672934), of which nothing is on the page, and the device's
 * own way to share, or a copy of the link: `page-tools.ts` knows which it will be.
 */
export const ShareTools = ({
  address,
  title,
  message,
  notCopied = words.notCopied,
  className,
  children,
}: Shared) => (
  <>
    <a
      // The address stays as it is, which a query allows.
      href={`https://wa.me/?text=${encodeURIComponent(message).replaceAll('%20', '+')}+${address}`}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
    >
      <SocialIcon name="WhatsApp" />
      <span>
        WhatsApp<span className="sr-only"> {words.newTab}</span>
      </span>
    </a>
    {children}
    <div data-outcome="" className="contents">
      <button
        type="button"
        data-copy={address}
        data-share={title}
        data-copied={words.copied}
        className={`noscript:hidden ${className}`}
      >
        <Icon of={Share2} className="size-5" />
        <span className="in-data-[outcome=copied]:hidden">
          <span className="in-[[data-no-share]]:hidden">{words.share}</span>
          <span className="hidden in-[[data-no-share]]:block">{words.copy}</span>
        </span>
        <span className="hidden in-data-[outcome=copied]:block">{words.copied}</span>
      </button>
      {/* Below the row that the button is in. */}
      <p
        data-not-copied
        className="order-last col-span-full hidden basis-full py-2 text-sm in-data-[outcome=failed]:block"
      >
        {notCopied}{' '}
        <strong data-to-copy className="block wrap-anywhere select-all">
          {address}
        </strong>
      </p>
    </div>
  </>
)
