import { useEffect } from 'react'
import { SiteLink } from '#app/ui/site-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { categories, categoryPath } from '#content/categories.ts'

/** There is no such internship. What the heading and the toast say is the specification's. */
export function UnknownInternship() {
  useEffect(() => {
    toast({ title: 'Error', lines: ['Internship not found.'], tone: 'destructive' })
  }, [])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-6 py-16 max-sm:pt-28">
      <h1 className="text-heading">Loading internship details...</h1>
      <p className="text-lg">
        We have no internship at this address. The link may be wrong, or the internship may have
        ended. You can choose from these:
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {categories.map((category) => (
          <li key={category}>
            <SiteLink
              to={categoryPath(category)}
              className="link inline-flex min-h-11 items-center"
            >
              {category}
            </SiteLink>
          </li>
        ))}
      </ul>
      <ButtonLink to="/internships" look="outline">
        Back to Internships
      </ButtonLink>
    </section>
  )
}
