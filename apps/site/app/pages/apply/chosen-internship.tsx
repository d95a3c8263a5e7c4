import { CircleCheck } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { type ApplicationField, domains } from '@naic/admissions/forms/application-form.ts'
import { type InternshipName, internshipNames } from '@naic/content/internship-names.ts'
import words from '@naic/content/en/application-form.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Button } from '@naic/ui/button.tsx'
import { Notice } from '@naic/ui/notice.tsx'

/** Which internship an application is for, and the form's domain that follows from it. */

export const findInternship = (id: string | null | undefined) =>
  internshipNames.find((internship) => String(internship.id) === id)

/** The form's domain for an internship: its category or, if the form has one of that name alone, its title. */
export function domainOf(id: string | undefined): string | undefined {
  const internship = findInternship(id)
  // Such as Data Science, which the form offers and the catalogue has under Machine Learning.
  const own = domains.find(
    (domain) =>
      internship?.title.startsWith(domain) &&
      internshipNames.every(({ category }) => category !== domain),
  )
  return own ?? internship?.category
}

/** What the form begins with: the id of an internship, and its domain or another that was named. */
export type Asked = { internship: string | undefined; domain: string | undefined }

/** @param named by an address, or by a form that was posted; what there is not is left out. */
export function askedIn(named: URLSearchParams): Asked {
  const id = named.get('internship') ?? undefined
  const internship = findInternship(id) ? id : undefined
  const domain = domains.find((one) => one === named.get('domain')) ?? domainOf(internship)
  return { internship, domain }
}

/** The same of the browser's own address, which the server of a kept page did not know. */
export const askedHere = (): Asked => askedIn(new URLSearchParams(location.search))

type Mismatch = {
  internship: InternshipName | undefined
  /** As the form holds it. */
  domain: string
  put: (field: ApplicationField, value: string) => void
}

/** Says that the domain follows from the internship or, kindly, that it does not; it never blocks. */
export function DomainMismatch({ internship, domain, put }: Mismatch) {
  const right = domainOf(internship && String(internship.id))
  const isRight = domain === right || domain === internship?.category
  const title = internship?.title ?? ''
  return (
    <div role="status" className="mt-2">
      {internship && isRight ? (
        <p className="text-peacock flex items-start gap-1.5 text-sm">
          <Icon of={CircleCheck} className="mt-0.5 size-4 shrink-0" />
          {fill(words.internship.settled, { title })}
        </p>
      ) : null}
      {internship && right && domain !== '' && !isRight ? (
        <Notice>
          <p>{fill(words.internship.mismatch, { title })}</p>
          <div className="flex flex-wrap gap-2">
            <Button type="button" look="outline" onClick={() => put('domain', right)}>
              {fill(words.internship.changeDomain, { domain: right })}
            </Button>
            <Button type="button" look="outline" onClick={() => put('internship', '')}>
              {words.internship.clear}
            </Button>
          </div>
        </Notice>
      ) : null}
    </div>
  )
}
