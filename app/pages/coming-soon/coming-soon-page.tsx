import { unlistedPageMeta } from '#app/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export const meta = () => unlistedPageMeta('Not built yet')

/** Stands in for a page of the route table that has not been built. */
export default function ComingSoonPage() {
  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <h1 className="text-title">This page is not built yet</h1>
      <p className="max-w-text text-lg">
        We are still writing it. Meanwhile you can apply for an internship.
      </p>
      <ButtonLink to="/apply">Apply Now</ButtonLink>
    </section>
  )
}
