import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'

/** What an address shows that is none of ours. */
export function PageNotFound() {
  const { pathname } = useLocation()

  useEffect(() => {
    console.error(`No page at ${pathname}`)
  }, [pathname])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <p className="font-heading text-hero text-peacock" aria-hidden="true">
        404
      </p>
      <h1 className="text-title">
        <span className="sr-only">404: </span>Oops! Page not found
      </h1>
      <p className="text-lg">The page you're looking for might have been moved or doesn't exist.</p>
      <div className="flex flex-wrap gap-4">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/internships" look="outline">
          Explore Internships
        </ButtonLink>
      </div>
    </section>
  )
}
