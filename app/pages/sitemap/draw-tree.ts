import type { SitePage } from '#content/site-map.ts'

/**
 * Draws pages as a tree of their addresses, one line each, such as
 * ```
 * ├── /internships  Internships
 * │   └── /1  Frontend Web Development
 * ```
 *
 * @param pages in the order of the lines; a page stands under the one whose path begins its own.
 */
export function drawTree(pages: readonly SitePage[]): string {
  return branches(pages, '', '').join('\n')
}

function branches(pages: readonly SitePage[], parent: string, indent: string): string[] {
  const children = pages.filter(({ path }) => parentOf(path, pages) === parent)
  return children.flatMap(({ path, label }, index) => {
    const last = index === children.length - 1
    const line = `${indent}${last ? '└── ' : '├── '}${path.slice(parent.length)}  ${label}`
    return [line].concat(branches(pages, path, indent + (last ? '    ' : '│   ')))
  })
}

const parentOf = (path: string, pages: readonly SitePage[]) =>
  pages.find((page) => path.startsWith(`${page.path}/`))?.path ?? ''
