import { Link2, Share2 } from 'lucide-react'
import { use, useRef } from 'react'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { Say, useCopy } from './use-copy.ts'

type Shared = {
  address: string
  title: string
  /** Shown if the link could be neither shared nor copied; the link follows, selected. */
  notCopied?: string
  className: string
}

/**
 * The device's own way to share, or a copy of the link. It comes with the script, so it is after what is
 * there without one.
 */
export function ShareButton({ address, title, notCopied = words.notCopied, className }: Shared) {
  const shown = useRef<HTMLElement>(null)
  const hydrated = useHydrated()
  const { outcome, copy } = useCopy(address, shown, { copied: words.copied, failed: notCopied })
  const ownRegion = use(Say) ? {} : { role: 'status' }
  if (!hydrated) return null
  const canShare = 'share' in navigator
  async function share() {
    if (!canShare) return copy()
    // Closing the device's dialogue is no error.
    await navigator.share({ title, url: address }).catch(() => undefined)
  }
  const Icon = canShare ? Share2 : Link2
  return (
    <>
      <button type="button" className={className} onClick={() => void share()}>
        <Icon aria-hidden className="size-5" />
        {outcome === 'copied' ? words.copied : canShare ? words.share : words.copy}
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
