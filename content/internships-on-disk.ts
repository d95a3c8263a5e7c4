import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Internship } from './content-schemas.ts'

/** The internships for programs that Node runs as they are; pages have them from the build, which has checked them. */

const folder = path.join(import.meta.dirname, 'internships')

/** Every internship, by id. */
export const internships: readonly Internship[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Internship)
  .sort((one, other) => one.id - other.id)

/** @param id as forms and addresses have it: "1", and not "01". */
export const internshipOnDisk = (id: string): Internship | undefined =>
  internships.find((internship) => String(internship.id) === id)
