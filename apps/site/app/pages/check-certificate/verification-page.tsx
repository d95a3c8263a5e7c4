import { samples } from '#app/server-context/site-settings.ts'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { sampleCertificate } from '@naic/content/navigation.ts'
import words from '@naic/content/en/verification.json' with { type: 'json' }
import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { CertificateIdForm } from './certificate-id-form.island.tsx'
import { CheckAFile } from './check-a-file.tsx'
import { Steps } from '@naic/ui/steps.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'
import { Section } from '@naic/ui/section.tsx'

export const verificationPage: Page = () => ({
  head: metaOf(words, '/verification'),
  body: (
    <>
      <HeroBand open className="grid gap-2 pt-4 pb-24 md:gap-4 md:pt-12 md:pb-36 print:pb-4">
        <h1 className="text-title">{words.title}</h1>
        <p className="text-ink-pale max-w-text text-lg">{words.intro}</p>
      </HeroBand>
      <div className="wrap relative -mt-18 print:mt-0 grid grid-cols-[minmax(0,1fr)] gap-5 pb-12 md:-mt-24 md:grid-cols-2 lg:gap-8 print:pb-4">
        <section
          aria-labelledby="verify-an-id"
          className="border-hairline bg-paper relative grid content-start gap-3 rounded-lg border p-5 md:p-8"
        >
          <div className="bg-marigold absolute inset-x-5 -top-px h-1 md:inset-x-8" aria-hidden />
          <h2 id="verify-an-id" className="text-heading">
            {words.byId}
          </h2>
          <Island>
            <CertificateIdForm words={words.form} />
          </Island>
          <a href="/verification/several" className="link -mb-2 w-fit py-2.5 font-medium">
            {words.several}
          </a>
        </section>
        <section aria-labelledby="verify-a-file" className="contents">
          <CheckAFile className="bg-paper p-5 md:p-8">
            <h2 id="verify-a-file" className="text-heading mb-2">
              {words.byFile}
            </h2>
          </CheckAFile>
        </section>
      </div>
      <div className="bg-warm border-hairline border-t py-10 md:py-14 print:py-4">
        <Section
          id="how-it-works"
          title={words.howItWorks}
          look="text-heading lg:col-span-2 print:col-span-2"
          className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:gap-12 print:grid-cols-[1fr_2fr] print:gap-4"
        >
          <WhereTheIdStands />
          <div>
            <Steps of={words.steps} step="print:py-1 first:border-t-2 first:border-t-ink" />
            <p className="bg-paper border-hairline mt-2 rounded-lg border px-5 py-3">
              {words.support.question} <TextLink href="/contact">{words.support.link}</TextLink>
            </p>
          </div>
        </Section>
      </div>
    </>
  ),
})

/** A certificate in outline, with the places of its ID and its code marked. */
function WhereTheIdStands() {
  return (
    <figure className="grid content-start gap-3">
      <svg viewBox="0 0 520 300" aria-hidden="true" className="w-full" fill="none">
        <path d="M1 1h518v298H1z" className="fill-sand stroke-ink-pale" />
        <path d="M18 18h484v264H18z" className="fill-paper stroke-marigold" strokeWidth="2" />
        <path
          d="M5 5h13v13H5zM502 5h13v13h-13zM5 282h13v13H5zM502 282h13v13h-13z"
          className="stroke-marigold"
          strokeWidth="2"
        />
        <path
          d="M260 36l6 6h9v9l6 6-6 6v9h-9l-6 6-6-6h-9v-9l-6-6 6-6v-9h9z"
          className="fill-marigold"
        />
        <path
          d="M170 96h180M130 126h260M84 252h110"
          className="stroke-ink-pale"
          strokeWidth="7"
          strokeLinecap="round"
        />
        <path d="M64 233h140" className="stroke-ink" />
        <path
          d="M110 154h300v46H110zM396 210h60v60h-60z"
          className="fill-paper stroke-peacock"
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <text
          x="260"
          y="185"
          textAnchor="middle"
          className="fill-ink font-mono text-[26px] tracking-[0.12em]"
        >
          {words.example}
        </text>
        <path
          d="M404 218h16v16h-16zM432 218h16v16h-16zM404 246h16v16h-16zM425 239h7v7h-7zM434 248h14v5h-14zM427 255h7v8h-7zM440 258h8v5h-8z"
          className="fill-ink"
        />
        <circle cx="300" cy="240" r="22" className="stroke-ink-pale" strokeWidth="3" />
      </svg>
      <figcaption className="text-ink-soft text-sm">
        {words.exampleCaption}
        {samples() ? (
          <a href={sampleCertificate.to} className="link block w-fit py-2.5 text-base">
            {sampleCertificate.label}
          </a>
        ) : null}
      </figcaption>
    </figure>
  )
}
