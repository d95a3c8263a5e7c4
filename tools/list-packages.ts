import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Lists, in a file of `build/packages/`, the packages of which a part of the build has something: for a
 * release's bill of materials.
 *
 * @param part is the name of that file, with the environment that it is built for.
 */
export function listPackages(part: string): Plugin {
  return {
    name: 'list-packages',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const folders = new Set<string>()
      for (const made of Object.values(bundle)) {
        for (const id of made.type === 'chunk' ? made.moduleIds : made.originalFileNames) {
          const [, folder] = ofPackage.exec(id) ?? []
          if (folder) folders.add(folder)
        }
      }
      const place = path.join(import.meta.dirname, '../build/packages')
      await mkdir(place, { recursive: true })
      const file = path.join(place, `${part}-${this.environment.name}.json`)
      await writeFile(file, JSON.stringify([...folders].toSorted()))
    },
  }
}

const ofPackage = /\b(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//
