import { ButtonLink } from '#app/ui/button.tsx'
import { DoneNotice } from '#app/ui/done-notice.tsx'

/** Takes the form's place for good; the only way back to it is to leave the page. */
export function ApplicationSubmitted() {
  return (
    <DoneNotice
      title="Application Submitted!"
      text="Thank you for applying. Our team will review your application and reply shortly. Please check your email for status updates, and look into the spam folder if you miss them."
    >
      <ButtonLink to="/">Return to Home</ButtonLink>
      <ButtonLink to="/internships" look="outline">
        Explore More Internships
      </ButtonLink>
    </DoneNotice>
  )
}
