import { Link2, Share2 } from 'lucide-react'
import { useRef } from 'react'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useCopy } from './use-copy.ts'

type Props = {
  address: string
  title: string
  /** Said where the link could be neither shared nor copied; the link itself follows, selected. */
  notCopied: string
  className: string
}

/**
 * The device's own way to share, or the link to paste where there is none. It comes with the
 * script, so it stands after what is there without.
 */
export function ShareButton({ address, title, notCopied, className }: Props) {
  const shown = useRef<HTMLElement>(null)
  const hydrated = useHydrated()
  const { outcome, copy } = useCopy(address, shown)
  if (!hydrated) return null
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
      <div role="status" className="text-sm">
        {outcome === 'copied' ? <span className="sr-only">Link copied</span> : null}
        {outcome === 'failed' ? (
          <p className="mt-2 px-4">
            {notCopied}{' '}
            <strong ref={shown} className="block wrap-anywhere select-all">
              {address}
            </strong>
          </p>
        ) : null}
      </div>
    </div>
  )
}
