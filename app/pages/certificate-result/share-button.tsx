import { Link2, Share2 } from 'lucide-react'
import { useRef } from 'react'
import words from '#content/certificate.json' with { type: 'json' }
import { useCopy } from './use-copy.ts'

type Props = { address: string; title: string; className: string }

/** The device's own way to share, or the link to paste where there is none. */
export function ShareButton({ address, title, className }: Props) {
  const shown = useRef<HTMLElement>(null)
  const { outcome, copy } = useCopy(address, shown)
  const canShare = 'share' in navigator
  async function share() {
    if (!canShare) return copy()
    // Closing the device's dialogue is no error.
    await navigator.share({ title, url: address }).catch(() => undefined)
  }
  const Icon = canShare ? Share2 : Link2
  return (
    <div>
      <button type="button" className={className} onClick={() => void share()}>
        <Icon aria-hidden className="size-5" />
        {outcome === 'copied' ? 'Link copied' : canShare ? 'Share link' : 'Copy link'}
      </button>
      <div role="status" className="px-4 text-sm">
        {outcome === 'copied' ? <span className="sr-only">Link copied</span> : null}
        {outcome === 'failed' ? (
          <p className="mt-2">
            {words.copyFailed}{' '}
            <strong ref={shown} className="block wrap-anywhere select-all">
              {address}
            </strong>
          </p>
        ) : null}
      </div>
    </div>
  )
}
