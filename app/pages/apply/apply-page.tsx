import { data, useActionData } from 'react-router'
import words from '#content/apply.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { postedFormContext, statusOf } from '#app/server-context/load-context.ts'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { ApplyForm } from './apply-form.tsx'
import { ApplicationSubmitted } from './application-submitted.tsx'
import { Benefits } from './benefits.tsx'
import { useApplication } from './use-application.ts'
import type { Route } from './+types/apply-page'

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: words.metaTitle,
    description: words.metaDescription,
    path: '/apply',
  })

/** Passes on what the server made of a form that was posted without JavaScript. */
export function action({ context }: Route.ActionArgs) {
  const posted = context.get(postedFormContext)
  return posted ? data(posted, { status: statusOf(posted) }) : null
}

export default function ApplyPage() {
  const posted = useActionData<typeof action>() ?? undefined
  const application = useApplication(posted)
  return (
    <>
      <PageBanner title="Apply for Internship">{words.text}</PageBanner>
      <section className="wrap max-w-[54rem] py-12 md:py-16">
        {application.phase.state === 'submitted' ? (
          <ApplicationSubmitted {...application.phase} />
        ) : (
          <ApplyForm application={application} posted={posted} />
        )}
      </section>
      <Benefits />
    </>
  )
}
