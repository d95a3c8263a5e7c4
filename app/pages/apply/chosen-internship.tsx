import { type ChangeEvent, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { typedBefore } from '#app/form-parts/form-fields.ts'
import { readDraft } from '#app/form-parts/draft.ts'
import type { PostedForm } from '#app/server-context/load-context.ts'
import { type FieldProps, SelectField } from '#app/ui/field.tsx'
import { internshipNames } from '#content/internship-names.ts'
import { domains } from '#forms/application-form.ts'
import { draftKey } from './use-application.ts'

/** @param id as the form and its address have it. */
export const findInternship = (id: string | null | undefined) =>
  internshipNames.find((internship) => String(internship.id) === id)

/** The domain of the form that an internship belongs to: its title, or else its category. */
export function domainOf(id: string | undefined): string | undefined {
  const internship = findInternship(id)
  if (!internship) return undefined
  return (
    domains.find((domain) => internship.title.startsWith(domain) && isOfNoCategory(domain)) ??
    internship.category
  )
}

/** Such as Data Science, which the form offers and the catalogue has under Machine Learning. */
const isOfNoCategory = (domain: string) =>
  !internshipNames.some(({ category }) => category === domain)

/**
 * @returns the id of the internship that the form begins with: what was posted, what the address
 *   names, or what the draft has (empty: none in particular); undefined where it does not ask.
 */
export function useChosenInternship(posted: PostedForm | undefined): string | undefined {
  const [search] = useSearchParams()
  const inDraft = useSyncExternalStore(neverToldOf, ofDraft, ofNoDraft)
  const asked = [typedBefore(posted)['internship'], search.get('internship')]
  return asked.find((id) => findInternship(id)) ?? inDraft
}

const neverToldOf = () => () => undefined
const ofDraft = () => readDraft(draftKey)?.values['internship']
const ofNoDraft = () => undefined

type Props = FieldProps & { chosen: string }

/** Which internship it is for. Another one, chosen here, brings its domain along. */
export function ChosenInternship({ chosen, ...field }: Props) {
  return (
    <SelectField
      {...field}
      defaultValue={chosen}
      placeholder="No internship in particular"
      options={internshipNames.map(({ id, title, duration }) => ({
        value: String(id),
        text: `${title}, ${duration}`,
      }))}
      onChange={preselectDomain}
    />
  )
}

function preselectDomain({ currentTarget: { form, value } }: ChangeEvent<HTMLSelectElement>) {
  const select = form?.elements.namedItem('domain')
  const domain = domainOf(value)
  if (select instanceof HTMLSelectElement && domain) select.value = domain
}
