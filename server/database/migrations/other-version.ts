import { migrations } from './migrations.ts'

/**
 * @param done names of the migrations that a database has.
 * @returns what to say of one that a newer version of the program has been at work on, after "is"
 *   or "are"; undefined for any other.
 */
export function otherVersion(done: readonly string[]): string | undefined {
  const unknown = done.filter((name) => !(name in migrations))
  if (unknown.length === 0) return undefined
  return `of another version of the program, which knows ${unknown.join(', ')}. Run that version, or a newer one.`
}

/** @returns names of the migrations that are to come to a database that has those. */
export const migrationsToCome = (done: readonly string[]): string[] =>
  Object.keys(migrations).filter((name) => !done.includes(name))
