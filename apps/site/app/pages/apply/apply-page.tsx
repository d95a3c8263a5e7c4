import { BadgeCheck, BriefcaseBusiness, Network, TrendingUp } from 'lucide-react'
import { data, useActionData } from 'react-router'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ReferenceNote } from '#app/form-parts/form-parts.tsx'
import { metaOf } from '#app/page-meta.ts'
import { servedContext, statusOf } from '#app/server-context/load-context.ts'
import { ShareInternship } from '#app/share/share-buttons.tsx'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Card } from '@naic/ui/card.tsx'
import { DoneNotice } from '@naic/ui/done-notice.tsx'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import words from '@naic/content/en/apply.json' with { type: 'json' }
import type { Route } from './+types/apply-page'
import { ApplyForm, findInternship, useApplication } from './apply-form.tsx'

export const meta = () => metaOf(words, '/apply')

/** Passes on what the server made of a form that was posted without JavaScript. */
export function action({ context }: Route.ActionArgs) {
  const { posted } = context.get(servedContext)
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

type Props = {
  id: string | undefined
  emailed: boolean
  values: Readonly<Record<string, string>>
}

/** Takes the form's place for good; the only way back to it is to leave the page. */
function ApplicationSubmitted({ id, emailed, values }: Props) {
  const internship = findInternship(values['internship'])
  return (
    <DoneNotice title="Application Submitted!" text={words.submitted}>
      {internship ? (
        <p>
          Internship: <strong>{`${internship.title}, ${internship.duration}`}</strong>
        </p>
      ) : null}
      <ProgrammeFacts
        {...(internship ? { duration: internship.duration } : {})}
        className="text-ink-soft justify-center"
      />
      <ReferenceNote id={id} steps={emailed ? words.next : words.nextWithoutEmail} />
      <div className="flex flex-wrap justify-center gap-4">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/internships" look="outline">
          Explore More Internships
        </ButtonLink>
      </div>
      <div className="grid justify-items-center gap-2">
        <p>{internship ? 'Tell a friend about this internship' : 'Tell a friend'}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <ShareInternship internship={internship} />
        </div>
      </div>
    </DoneNotice>
  )
}

const icons = [BadgeCheck, BriefcaseBusiness, Network, TrendingUp]

function Benefits() {
  return (
    <section className="bg-warm border-hairline border-t" aria-labelledby="benefits">
      <div className="wrap py-16">
        <h2 id="benefits" className="text-heading mb-8">
          Benefits of Our Internships
        </h2>
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {words.benefits.map(({ title, text }, index) => {
            const Icon = icons[index] ?? BadgeCheck
            return (
              <li key={title}>
                <Card>
                  <Icon aria-hidden className="text-peacock mb-4 size-7" />
                  <h3 className="mb-1 text-xl">{title}</h3>
                  <p className="text-ink-soft">{text}</p>
                </Card>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
