import { useEffect } from 'react'
import { data, useLocation } from 'react-router'
import { unlistedPageMeta } from '#app/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export const meta = () => unlistedPageMeta('Page not found')

/** The status line says 404 as well. */
export const loader = () => data(null, { status: 404 })
/** In the browser there is nothing to fetch. */
export const clientLoader = () => null

export default function NotFoundPage() {
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
