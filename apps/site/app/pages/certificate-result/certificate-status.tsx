import { useEffect } from 'react'
import words from '@naic/content/certificate.json' with { type: 'json' }
import { verdictAnnouncement } from '#app/certificate-view/verdict-sentences.ts'
import { fullTitle } from '#app/page-meta.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { certificateTitle } from './certificate-meta.ts'
import type { Verification } from './use-verification.ts'

type Props = { id: string; verification: Verification }

/**
 * Says for screen readers and in the document's title what is going on and what came of it. It
 * stays while the views change: screen readers announce only what comes into a region they know.
 */
export function CertificateStatus({ id, verification }: Props) {
  const isHydrated = useHydrated()
  const title = titleOf(id, verification)

  // The server's title names whom the register names, which is not yet verified.
  useEffect(() => {
    if (title) document.title = fullTitle(title)
  }, [title])

  return (
    <p role="status" data-testid="verdict" className="sr-only print:hidden">
      {isHydrated ? announcement(verification) : ''}
    </p>
  )
}

/** In other words than those on the page, or each would stand there twice for whoever searches it. */
function announcement(verification: Verification): string {
  switch (verification.state) {
    case 'verifying':
      return words.announced.verifying
    case 'unknown':
      return words.announced.unknown
    case 'erased':
      return words.announced.erased
    case 'busy':
    case 'away':
    case 'offline':
      return `${words.unavailable.title}. ${words.unavailable[verification.state]}`
    case 'examined':
      return verdictAnnouncement(verification.examination)
  }
}

function titleOf(id: string, verification: Verification): string | undefined {
  switch (verification.state) {
    case 'verifying':
      return undefined
    case 'unknown':
      return 'Verification Failed'
    case 'erased':
      return `${words.erased.title}: certificate ${id}`
    case 'busy':
    case 'away':
    case 'offline':
      return `${words.unavailable.title}: certificate ${id}`
    case 'examined': {
      const { verdict, facts } = verification.examination
      const { title } = words.verdicts[verdict]
      return verdict === 'verified' && facts
        ? certificateTitle(facts)
        : `${title}: certificate ${id}`
    }
  }
}
