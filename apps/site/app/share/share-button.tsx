import { Share2 } from 'lucide-react'
import words from '@naic/content/en/share.json' with { type: 'json' }

type Shared = {
  address: string
  title: string
  /** Shown if the link could be neither shared nor copied; the link follows, selected. */
  notCopied?: string
  className: string
}

/** The device's own way to share, or a copy of the link (`copy-or-share.ts`): `page-tools.ts` knows which it will be. */
export const ShareButton = ({ address, title, notCopied = words.notCopied, className }: Shared) => (
  <div data-outcome="" className="contents">
    <button
      type="button"
      data-copy={address}
      data-share={title}
      data-copied={words.copied}
      className={`noscript:hidden ${className}`}
    >
      <Share2 aria-hidden className="size-5" />
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
)
