import { catalogue } from './catalogue.ts'
import type { CatalogueEntry } from './internship-cards.ts'
import type { Internship } from './content-schemas.ts'

/** The internships with all their texts. For pages: no island may import it. */
const internships = Object.values(
  import.meta.glob<Internship>('./internships/*.json', { eager: true, import: 'default' }),
)

/** As they are in addresses. */
export const internshipIds: readonly string[] = internships.map(({ id }) => String(id))

/** @param id as it is in the address: "1", and not "01". */
export function findInternship(id: string): Internship | undefined {
  return internships.find((internship) => String(internship.id) === id)
}

const relatedLimit = 3

/** @returns at most three other internships of the same category. */
export function relatedInternships({
  id,
  category,
}: Pick<CatalogueEntry, 'id' | 'category'>): CatalogueEntry[] {
  return catalogue
    .filter((other) => other.category === category && other.id !== id)
    .slice(0, relatedLimit)
}
