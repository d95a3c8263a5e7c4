import { useEffect } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast.ts'

/** There is no such internship. What the page says of it is the specification's. */
export function UnknownInternship() {
  useEffect(() => {
    toast({ title: 'Error', lines: ['Internship not found.'], tone: 'destructive' })
  }, [])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-6 py-16">
      <h1 className="text-heading flex items-center gap-4">
        <Spinner />
        Loading internship details...
      </h1>
      <noscript>
        <p>
          There is no internship at this address.{' '}
          <Link to="/internships" className="link">
            See all our internships
          </Link>
        </p>
      </noscript>
      <ButtonLink to="/internships" look="outline">
        Back to Internships
      </ButtonLink>
    </section>
  )
}
