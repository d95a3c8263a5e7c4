import type { ReactNode } from 'react'
import { siteUrl } from '#app/server-context/site-settings.ts'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { feeInFull, programmeFacts } from '@naic/content/programme-facts.ts'
import { ShareButton } from './share-button.tsx'
import { WhatsAppLink } from './whatsapp-link.tsx'

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
