import { ArrowLeft } from 'lucide-react'
import { AddressCode } from '#app/address-code/address-code.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import { Island } from '#app/island.tsx'
import { Logo } from '#app/layouts/logo.tsx'
import type { Page } from '#app/page.ts'
import { unlistedPageMeta } from '#app/page-head.tsx'
import { siteUrl } from '#app/server-context/site-settings.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/poster.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { findInternship } from '@naic/content/internships.server.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { PrintButton } from './print-button.island.tsx'

/** One sheet of A4 to pin up: what one makes, what it costs, where to apply and how to check it. */
export const posterPage: Page = ({ id }) => {
  const internship = findInternship(id)
  return (
    internship && {
      head: unlistedPageMeta(fill(words.metaTitle, { title: internship.title })),
      body: (
        <main id="main" tabIndex={-1} data-poster className="bg-sand min-h-svh">
          <Tools internship={internship} />
          <Sheet internship={internship} />
        </main>
      ),
    }
  )
}

type Of = { internship: Internship }

function Tools({ internship: { id, title } }: Of) {
  return (
    <div className="bg-ink text-paper print:hidden">
      <div className="wrap flex min-h-20 flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <a
          href={`/internships/${id}`}
          className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {fill(words.back, { title })}
        </a>
        <p className="text-ink-pale grow text-sm">{words.hint}</p>
        <Island until="idle">
          <PrintButton text={words.print} />
        </Island>
      </div>
    </div>
  )
}

function Sheet({ internship }: Of) {
  const { id, title, description, category, duration, projects } = internship
  return (
    <article className="poster sheet bg-paper text-ink">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Logo />
        <p className="text-peacock text-right text-xl leading-tight font-semibold">{words.kind}</p>
      </div>
      <Scene id={id} className="w-full" />
      <div>
        {category === title ? null : <p className="font-semibold">{category}</p>}
        <h1>{title}</h1>
        <p className="text-lg">{description}</p>
      </div>
      <ProgrammeFacts duration={duration} className="poster-facts" />
      <div className="poster-sides">
        <section aria-labelledby="make">
          <h2 id="make">{words.make}</h2>
          <ol className="peacock-marks my-2 list-decimal pl-6 text-lg font-semibold">
            {projects.map((project) => (
              <li key={project.title}>{project.title}</li>
            ))}
          </ol>
          <p>{words.who}</p>
        </section>
        <div className="text-center">
          <AddressCode path={`/internships/${id}`} className="w-full" />
          <p className="font-semibold">{words.scan}</p>
        </div>
      </div>
      <HowToApply path={`/internships/${id}`} />
    </article>
  )
}

/** The address in words, what it costs, and how to see that all this is true. */
function HowToApply({ path }: { path: string }) {
  const { emails, phones } = organisation
  return (
    <div>
      <p className="poster-address">{siteUrl() + path}</p>
      <p className="font-semibold">{words.free}</p>
      <h2 className="mt-3">{words.genuine}</h2>
      <ul className="peacock-marks list-disc pl-5">
        {words.checks.map((check) => (
          <li key={check} className="wrap-anywhere">
            {fill(check, { address: `${siteUrl()}/verification` })}
          </li>
        ))}
        <li>{fill(words.ask, { email: emails.support, phone: phones.studentSupport })}</li>
      </ul>
    </div>
  )
}
