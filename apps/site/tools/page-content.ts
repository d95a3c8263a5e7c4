import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import routes from '#app/routes.ts'

/** The catalogue is made of a folder of files. */
const catalogue = { module: 'content/catalogue.ts', folder: 'content/internships' }

/**
 * @param page its path.
 * @returns what of `content/` its own room shows, files and folders: what header and footer say is
 *   on every page. Of an internship that is its own file.
 * @throws Error where there is no such page.
 */
export function contentOf(page: string): string[] {
  const [, id] = /^\/internships\/(\d+)$/.exec(page) ?? []
  if (id !== undefined) return [internshipFile(id)]
  const file = fileOf(page)
  if (file === undefined) throw new Error(`apps/site/app/routes.ts has no page for ${page}.`)
  return contentFrom(`apps/site/app/${file}`)
}

function internshipFile(id: string): string {
  const name = readdirSync(catalogue.folder).find(
    (each) => Number.parseInt(each, 10) === Number(id),
  )
  if (name === undefined) throw new Error(`${catalogue.folder} has no internship ${id}.`)
  return `${catalogue.folder}/${name}`
}

function fileOf(page: string): string | undefined {
  const all = [...routes, ...routes.flatMap((route) => route.children ?? [])]
  return all.find((route) => (route.index ? '/' : `/${route.path}`) === page)?.file
}

/** Follows what the room's own files import. */
function contentFrom(module: string): string[] {
  const room = `${path.dirname(module)}/`
  const [content, seen, waiting] = [new Set<string>(), new Set<string>(), [module]]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const to of importsOf(file)) {
      const read = to === catalogue.module ? catalogue.folder : to.replace(/\/\*.*$/, '')
      if (read.startsWith('content/')) content.add(read)
      if (to.startsWith(room) && /\.tsx?$/.test(to)) waiting.push(to)
    }
  }
  return [...content].sort()
}

/** @returns what a file of ours imports of ours, in the spellings that the formatter leaves. */
function importsOf(file: string): string[] {
  const named =
    /(?:\bfrom |\bimport |\bimport\(|\bimport\.meta\.glob(?:<[^(]*>)?\()\s*'([#.@][^']*)'/g
  return [...readFileSync(file, 'utf8').matchAll(named)].map(([, specifier = '']) => {
    const bare = specifier.replace(/\?.*$/, '')
    if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare)
    return bare.startsWith('#') ? `apps/site/${bare.slice(1)}` : bare.replace('@naic/', '')
  })
}
