import type { ReactNode } from 'react'
import { siteUrl } from '#app/server-context/site-settings.ts'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { feeInFull, programmeFacts } from '@naic/content/programme-facts.ts'
import { ShareTools } from './share-tools.tsx'

type Chosen = {
  /** Undefined for the whole list. */
  internship: { id: number; title: string; duration: string } | undefined
  className: string
  children?: ReactNode
}

export function ShareInternship({ internship, ...tools }: Chosen) {
  // What somebody must know who decides by the message alone (docs/decisions/041).
  const [pay = '', hours = '', duration = ''] = programmeFacts(internship?.duration)
  const message = fill(internship ? words.internshipMessage : words.listMessage, {
    title: internship?.title ?? words.list,
    duration,
    pay: pay.toLowerCase(),
    hours,
    fee: feeInFull,
  })
  return (
    <ShareTools
      {...tools}
      title={internship ? fill(words.internship, internship) : words.list}
      message={message}
      address={`${siteUrl()}/internships${internship ? `/${internship.id}` : ''}`}
    />
  )
}
