import { data, useActionData } from 'react-router'
import words from '#content/contact.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { postedFormContext, statusOf } from '#app/server-context/load-context.ts'
import { Button } from '#app/ui/button.tsx'
import { DoneNotice } from '#app/ui/done-notice.tsx'
import { ReferenceNote } from '#app/form-parts/reference-note.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { CertificateNote } from './certificate-note.tsx'
import { ContactCards } from './contact-cards.tsx'
import { MessageForm } from './message-form.tsx'
import { useMessage } from './use-message.ts'
import type { Route } from './+types/contact-page'

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: words.metaTitle,
    description: words.metaDescription,
    path: '/contact',
  })

/** Passes on what the server made of a form that was posted without JavaScript. */
export function action({ context }: Route.ActionArgs) {
  const posted = context.get(postedFormContext)
  return posted ? data(posted, { status: statusOf(posted) }) : null
}

export default function ContactPage() {
  const posted = useActionData<typeof action>() ?? undefined
  const message = useMessage(posted)
  return (
    <>
      <PageBanner title="Contact Us">{words.text}</PageBanner>
      <div className="wrap grid gap-10 py-8 md:gap-12 md:py-16 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <section aria-label="Send us a message">
          {message.phase.state === 'submitted' ? (
            <DoneNotice
              title="Thank You!"
              text="Your message has been sent successfully. We'll get back to you as soon as possible."
            >
              <ReferenceNote
                id={message.phase.id}
                steps={message.phase.emailed ? words.next : words.nextWithoutEmail}
              />
              {/* Without JavaScript the form is a page away. */}
              <form method="get" action="/contact" onSubmit={message.startAgain}>
                <Button type="submit" look="outline">
                  Send Another Message
                </Button>
              </form>
            </DoneNotice>
          ) : (
            <MessageForm message={message} />
          )}
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 md:gap-5">
          <ContactCards />
          <CertificateNote />
        </div>
      </div>
    </>
  )
}
