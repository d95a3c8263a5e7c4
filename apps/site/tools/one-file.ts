import { globSync } from 'node:fs'
import path from 'node:path'

/**
 * What the build puts into one file. A file that was renamed would silently leave the group, and every
 * page would load one file more; so each pattern must fit a file.
 *
 * @param name of the file that is built.
 * @param patterns of files, from the root of the project, such as "packages/ui/toast*".
 * @param except files among them that load when they are needed.
 * @returns a group for `codeSplitting` in apps/site/vite.config.ts.
 * @throws Error with the pattern that no file fits.
 */
export function oneFile(name: string, patterns: readonly string[], except: readonly string[] = []) {
  for (const pattern of [...patterns, ...except]) {
    if (globSync(pattern).length > 0) continue
    throw new Error(
      `apps/site/vite.config.ts puts ${pattern} into the file "${name}", but none is there.`,
    )
  }
  const fits = (id: string, some: readonly string[]) =>
    some.some((each) => path.matchesGlob(place(id), each))
  return { name, test: (id: string) => fits(id, patterns) && !fits(id, except) }
}

/** @returns a module's path from the root of the project; packages may be linked from elsewhere. */
function place(id: string): string {
  const file = id.replace(/\?.*$/, '')
  const inPackages = file.indexOf('/node_modules/')
  return inPackages === -1 ? path.relative('.', file) : file.slice(inPackages + 1)
}
