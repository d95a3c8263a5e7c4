import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Internship } from './content-schemas.ts'

/** The internships for programs that Node runs as they are; pages have them from the build. */

const folder = path.join(import.meta.dirname, 'internships')

/** Reads the catalogue, at each call. */
export const readInternships = (): Internship[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Internship)

const atStart = readInternships()

/** @param id as forms and addresses have it: "1", and not "01". */
export const internshipOnDisk = (id: string): Internship | undefined =>
  atStart.find((internship) => String(internship.id) === id)
