import { siteUrl } from '#app/server-context/site-address.ts'
import type { Internship } from '#content/content-schemas.ts'
import organisation from '#content/organisation.json' with { type: 'json' }

/** On paper alone, where the header is missing: whose page this is, and where it is found. */
export function HandOutHead({ id }: Pick<Internship, 'id'>) {
  return (
    <p
      data-hand-out
      className="border-ink hidden justify-between border-b pb-1 print:flex print:font-semibold"
    >
      <span>{organisation.name}</span>
      <span>{`${siteUrl()}/internships/${id}`}</span>
    </p>
  )
}
