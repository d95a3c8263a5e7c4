import { Share2 } from 'lucide-react'
import { use, useRef } from 'react'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { Say, useCopy } from './use-copy.ts'

type Shared = {
  address: string
  title: string
  /** Shown if the link could be neither shared nor copied; the link follows, selected. */
  notCopied?: string
  className: string
}

/** The device's own way to share, or a copy of the link: `page-tools.ts` knows which it will be. */
export function ShareButton({ address, title, notCopied = words.notCopied, className }: Shared) {
  const shown = useRef<HTMLElement>(null)
  const { outcome, copy } = useCopy(address, shown, { copied: words.copied, failed: notCopied })
  const ownRegion = use(Say) ? {} : { role: 'status' }
  async function share() {
    if (!('share' in navigator)) return copy()
    // Closing the device's dialogue is no error.
    await navigator.share({ title, url: address }).catch(() => undefined)
  }
  return (
    <>
      <button type="button" className={`noscript:hidden ${className}`} onClick={() => void share()}>
        <Share2 aria-hidden className="size-5" />
        {outcome === 'copied' ? (
          words.copied
        ) : (
          <>
            <span className="in-[[data-no-share]]:hidden">{words.share}</span>
            <span className="hidden in-[[data-no-share]]:block">{words.copy}</span>
          </>
        )}
      </button>
      {/* Below the row that the button is in; it takes no place while it says nothing. */}
      <div {...ownRegion} className="order-last basis-full text-sm empty:absolute">
        {outcome === 'copied' ? <span className="sr-only">{words.copied}</span> : null}
        {outcome === 'failed' ? (
          <p className="py-2">
            {notCopied}{' '}
            <strong ref={shown} className="block wrap-anywhere select-all">
              {address}
            </strong>
          </p>
        ) : null}
      </div>
    </>
  )
}
