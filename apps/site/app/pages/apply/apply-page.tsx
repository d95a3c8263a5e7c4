import { data, useActionData } from 'react-router'
import { DrawnLater } from '#app/layouts/drawn-later.tsx'
import { metaOf } from '#app/page-meta.ts'
import { servedContext, statusOf } from '#app/server-context/load-context.ts'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import words from '@naic/content/en/apply.json' with { type: 'json' }
import type { Route } from './+types/apply-page'
import { ApplyForm, SubmittedApplication, useApplication } from './apply-form.tsx'

export const meta = () => metaOf(words, '/apply')

/** Passes on what the server made of a form that was posted without JavaScript. */
export function action({ context }: Route.ActionArgs) {
  const { posted } = context.get(servedContext)
  return posted ? data(posted, { status: statusOf(posted) }) : null
}

export default function ApplyPage() {
  const posted = useActionData<typeof action>() ?? undefined
  const application = useApplication(posted)
  const { phase } = application
  return (
    <>
      <PageBanner title={words.title}>{words.text}</PageBanner>
      <section className="wrap py-8 md:py-12">
        {phase.state === 'submitted' ? (
          <SubmittedApplication {...phase} />
        ) : (
          <ApplyForm application={application} posted={posted} />
        )}
      </section>
      <DrawnLater>
        <Benefits />
      </DrawnLater>
    </>
  )
}

function Benefits() {
  return (
    <section className="bg-warm border-hairline border-t" aria-labelledby="benefits">
      <div className="wrap py-10 md:py-14">
        <h2 id="benefits" className="text-heading mb-6">
          {words.benefitsTitle}
        </h2>
        <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {words.benefits.map(({ title, text }) => (
            <li key={title} className="flex gap-3">
              <LatticeStar className="text-peacock mt-0.5 size-5 shrink-0" />
              <div>
                <h3 className="text-lg leading-tight">{title}</h3>
                <p className="text-ink-soft mt-1 text-sm">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
