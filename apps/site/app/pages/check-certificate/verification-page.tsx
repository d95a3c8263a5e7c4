import { samples } from '#app/server-context/site-settings.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { sampleCertificate } from '@naic/content/navigation.ts'
import words from '@naic/content/verification.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { CertificateIdForm } from './certificate-id-form.tsx'
import { VerifyAFile } from './verify-a-file.tsx'
import { WhereTheIdStands } from './where-the-id-stands.tsx'

export const meta = () =>
  pageMeta({
    title: words.metaTitle,
    description: words.metaDescription,
    path: '/verification',
  })

export default function VerificationPage() {
  return (
    <>
      <div className="bg-ink text-paper jali">
        <div className="ink-fade">
          <div className="wrap grid gap-4 pt-8 pb-32 md:pt-12 md:pb-40">
            <h1 className="text-title">Certificate Verification</h1>
            <p className="text-ink-pale max-w-text text-lg">{words.intro}</p>
          </div>
        </div>
      </div>
      <div className="wrap grid gap-12 pb-16 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
        <div className="-mt-20 grid grid-cols-[minmax(0,1fr)] content-start gap-10 md:-mt-24">
          <section
            aria-label="Certificate ID"
            className="border-hairline bg-paper relative rounded-lg border p-6 md:p-10"
          >
            <div className="bg-marigold absolute inset-x-6 -top-px h-1 md:inset-x-10" aria-hidden />
            <CertificateIdForm />
          </section>
          <OtherWays />
          <WhereTheIdStands />
        </div>
        <HowItWorks />
      </div>
      <VerifyAFile />
    </>
  )
}

/** For whoever has more than one ID, or none yet. */
function OtherWays() {
  return (
    <p className="-mt-6 flex flex-wrap gap-x-6">
      <SiteLink to="/verification/several" className="link py-2.5 font-medium">
        {words.several}
      </SiteLink>
      {samples() ? (
        <SiteLink to={sampleCertificate.to} className="link py-2.5">
          {sampleCertificate.label}
        </SiteLink>
      ) : null}
    </p>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="lg:pt-12">
      <h2 id="how-it-works" className="text-heading mb-6">
        How it works
      </h2>
      <ol className="grid">
        {words.steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="border-hairline grid grid-cols-[--spacing(12)_minmax(0,1fr)] border-t py-5 first:border-t-2 first:border-t-ink"
          >
            <span className="font-heading text-peacock text-heading leading-none" aria-hidden>
              {index + 1}
            </span>
            <div>
              <h3 className="mb-1 text-lg">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="bg-warm border-hairline mt-4 rounded-lg border px-5 py-3">
        The ID is unreadable or not found?{' '}
        <SiteLink to="/contact" className="link inline-block py-2.5 font-medium">
          Contact Support
        </SiteLink>
      </p>
    </section>
  )
}
