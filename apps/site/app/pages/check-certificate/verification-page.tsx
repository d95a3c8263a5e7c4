import { samples } from '#app/server-context/site-settings.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { sampleCertificate } from '@naic/content/navigation.ts'
import words from '@naic/content/en/verification.json' with { type: 'json' }
import { metaOf } from '#app/page-meta.ts'
import { CertificateIdForm } from './certificate-id-form.tsx'
import { VerifyAFile } from './verify-a-file.tsx'

export const meta = () => metaOf(words, '/verification')

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

/** A certificate in outline, with the place of its ID marked. */
function WhereTheIdStands() {
  return (
    <figure className="grid gap-3 max-lg:hidden">
      <svg viewBox="0 0 520 220" aria-hidden="true" className="w-full" fill="none">
        <rect x="1" y="1" width="518" height="218" rx="8" className="fill-warm stroke-hairline" />
        <rect x="14" y="14" width="492" height="192" className="stroke-ink-pale" />
        <path
          d="M260 34l6 6h9v9l6 6-6 6v9h-9l-6 6-6-6h-9v-9l-6-6 6-6v-9h9z"
          className="fill-marigold"
        />
        <path
          d="M150 98h220M190 116h140M110 186h90M326 186h84"
          className="stroke-ink-pale"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <rect
          x="150"
          y="134"
          width="220"
          height="34"
          rx="4"
          className="fill-paper stroke-peacock"
          strokeWidth="2"
        />
        <text
          x="260"
          y="157"
          textAnchor="middle"
          className="fill-ink font-mono text-[18px] tracking-[0.12em]"
        >
          {words.example}
        </text>
      </svg>
      <figcaption className="text-ink-soft text-sm">{words.exampleCaption}</figcaption>
    </figure>
  )
}
