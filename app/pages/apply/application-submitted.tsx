import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'

/** Takes the form's place for good; the only way back to it is to leave the page. */
export function ApplicationSubmitted() {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus()
  }, [])

  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <CircleCheck aria-hidden className="text-peacock size-16" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-title">
        Application Submitted!
      </h2>
      <p className="max-w-text text-lg">
        Thank you for applying. Our team will review your application and reply shortly. Please
        check your email for status updates, and look into the spam folder if you miss them.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-4">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/internships" look="outline">
          Explore More Internships
        </ButtonLink>
      </div>
    </div>
  )
}
