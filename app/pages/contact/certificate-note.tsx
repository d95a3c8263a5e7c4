import { SiteLink } from '#app/ui/site-link.tsx'
import words from '#content/contact.json' with { type: 'json' }

/** Saves a message to whoever only wants to know whether a certificate is real. */
export function CertificateNote() {
  return (
    <p>
      {words.certificate}{' '}
      <SiteLink to="/verification" className="link inline-block py-2.5 font-medium">
        Verify it here
      </SiteLink>
    </p>
  )
}
