import { Link2, Share2 } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { siteUrl } from '#app/server-context/site-settings.ts'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { feeInFull, programmeFacts } from '@naic/content/programme-facts.ts'
import { SocialIcon } from '@naic/ui/social-icon.tsx'
import { useHydrated } from '@naic/ui/use-hydrated.ts'

type Shared = {
  address: string
  title: string
  /** Shown if the link could be neither shared nor copied; the link follows, selected. */
  notCopied: string
  className: string
}

/** Says something in the one live region of a page; where there is none, each part has its own. */
export const Say = createContext<((text: string) => void) | undefined>(undefined)

/**
 * The device's own way to share, or a copy of the link. It comes with the script, so it is after what is
 * there without one.
 */
export function ShareButton({ address, title, notCopied, className }: Shared) {
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

type Message = {
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

type Chosen = {
  /** Undefined for the whole list. */
  internship: { id: number; title: string; duration: string } | undefined
  className: string
  /** Between what is there without a script and what comes with it. */
  children?: ReactNode
}

export function ShareInternship({ internship, className, children }: Chosen) {
  const address = `${siteUrl()}/internships${internship ? `/${internship.id}` : ''}`
  return (
    <>
      <WhatsAppLink title={messageOf(internship)} address={address} className={className} />
      {children}
      <ShareButton
        title={internship ? fill(words.internship, internship) : words.list}
        address={address}
        notCopied={words.notCopied}
        className={className}
      />
    </>
  )
}

/** What somebody must know who decides by the message alone (docs/decisions/041). */
function messageOf(internship: Chosen['internship']): string {
  const [pay = '', hours = '', duration = ''] = programmeFacts(internship?.duration)
  return fill(internship ? words.internshipMessage : words.listMessage, {
    title: internship?.title ?? words.list,
    duration,
    pay: pay.toLowerCase(),
    hours,
    fee: feeInFull,
  })
}

/**
 * Copies a text to the clipboard. If the page has no secure context, or the browser refuses, the text
 * is selected instead, to be copied by hand.
 *
 * @param shown shows the text, at the latest once the outcome is `failed`.
 * @param told what the page's live region says of the outcome.
 */
export function useCopy(
  text: string,
  shown: RefObject<HTMLElement | null>,
  told?: { copied: string; failed: string },
) {
  const say = use(Say)
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (outcome === 'failed' && shown.current) getSelection()?.selectAllChildren(shown.current)
  }, [outcome, shown])

  async function copy() {
    setOutcome(undefined)
    say?.('')
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      say?.(told?.copied ?? '')
    } catch {
      setOutcome('failed')
      say?.(told?.failed ?? '')
    }
  }

  return { outcome, copy }
}
