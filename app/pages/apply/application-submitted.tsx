import words from '#content/apply.json' with { type: 'json' }
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DoneNotice } from '#app/ui/done-notice.tsx'

/** Takes the form's place for good; the only way back to it is to leave the page. */
export function ApplicationSubmitted() {
  return (
    <DoneNotice title="Application Submitted!" text={words.submitted}>
      <ProgrammeFacts className="text-ink-soft basis-full justify-center" />
      <ButtonLink to="/">Return to Home</ButtonLink>
      <ButtonLink to="/internships" look="outline">
        Explore More Internships
      </ButtonLink>
    </DoneNotice>
  )
}
