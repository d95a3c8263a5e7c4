import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { InternshipName } from './internship-names.ts'

/** The internships for programs, read as they start; pages have them from the build. */

const folder = path.join(import.meta.dirname, 'internships')

const internships = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as InternshipName)

/** @param id as forms and addresses have it: "1", and not "01". */
export const internshipOnDisk = (id: string): InternshipName | undefined =>
  internships.find((internship) => String(internship.id) === id)
