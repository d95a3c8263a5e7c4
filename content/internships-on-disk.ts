import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Internship } from './content-schemas.ts'
import { checkDataFile } from './read-data-file.ts'

/** The internships for programs that Node runs as they are, which check them when they start; pages have them from the build. */

const folder = path.join(import.meta.dirname, 'internships')

/** Every internship, by id. */
export const internships: readonly Internship[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => readInternship(name, readFileSync(path.join(folder, name), 'utf8')))
  .sort((one, other) => one.id - other.id)

/** @throws Error with a line for each mistake, which names the file and the entry. */
export function readInternship(name: string, json: string): Internship {
  const { data, mistakes } = checkDataFile(`internships/${name}`, json)
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return data as Internship
}

/** @param id as forms and addresses have it: "1", and not "01". */
export const internshipOnDisk = (id: string): Internship | undefined =>
  internships.find((internship) => String(internship.id) === id)
