import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Internship } from './content-schemas.ts'
import { readDataFile } from './read-data-file.ts'

/**
 * The internships for programs that Node runs as they are; pages have them from the build. They are read
 * once, and a program does not start with one that has a mistake.
 */

const folder = path.join(import.meta.dirname, 'internships')

/** Every internship, by id. */
export const internships: readonly Internship[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => {
    const json = readFileSync(path.join(folder, name), 'utf8')
    return readDataFile<Internship>(`internships/${name}`, json)
  })
  .sort((one, other) => one.id - other.id)

/** @param id as forms and addresses have it: "1", and not "01". */
export const internshipOnDisk = (id: string): Internship | undefined =>
  internships.find((internship) => String(internship.id) === id)
