import { data, useActionData } from 'react-router'
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
    title: 'Apply for Internship',
    description:
      'Apply for a short online internship with the National Academic Internship Council. Fill one form and attach your resume.',
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
      <PageBanner title="Apply for Internship">
        One form for all our internships. It takes about five minutes, and what you type is kept in
        this tab until you send it.
      </PageBanner>
      <section className="wrap max-w-[54rem] py-12 md:py-16">
        {application.phase.state === 'submitted' ? (
          <ApplicationSubmitted />
        ) : (
          <ApplyForm application={application} posted={posted} />
        )}
      </section>
      <Benefits />
    </>
  )
}
