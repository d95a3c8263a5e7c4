import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import organisation from '#content/organisation.json' with { type: 'json' }
import { categories } from '#content/categories.ts'
import samples from '#content/sample-certificates.json' with { type: 'json' }
import { badgeAddress } from '#credential/credential.ts'
import { drawBadge } from '#server/pictures/badge-picture.ts'
import { drawSharePicture } from '#server/pictures/share-picture.ts'
import { readSiteMap } from './read-site-map.ts'

/**
 * Makes the picture that stands for each page where it is shared: its title on ink, before
 * the lattice. Titles come from the built pages, so that both say the same. And the pictures of
 * programmes, which credentials name.
 */
const folder = 'build/client'
const limitBytes = 100_000

/** What React writes as entities. */
const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }

for (const { title: group, pages } of readSiteMap()) {
  for (const page of pages) {
    const isHome = page.path === '/'
    const image = drawSharePicture({
      over: undefined,
      title: isHome ? organisation.tagline : ((await builtTitle(page.path)) ?? page.label),
      under: undefined,
      foot: isHome ? organisation.shortName : group,
    })
    if (image.length >= limitBytes) {
      throw new Error(`The share picture of ${page.path} has ${image.length} bytes.`)
    }
    const file = `${folder}/share${isHome ? '/home' : page.path}.png`
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, image)
  }
}

// Their addresses are signed: a programme that goes from here is led to the picture of any.
await mkdir(`${folder}/badges`, { recursive: true })
for (const programme of new Set([
  ...categories,
  ...samples.map(({ domain }) => domain),
  'Internship',
])) {
  await writeFile(badgeAddress(folder, programme), drawBadge(programme))
}

/** @returns the title of a page that is built as a file, without the council's name. */
async function builtTitle(page: string): Promise<string | undefined> {
  const html = await readFile(`${folder}${page}/index.html`, 'utf8').catch(() => '')
  const [, title] = /<title>(.*?)(?: \| [^|]*)?<\/title>/s.exec(html) ?? []
  return title?.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => characters[name] ?? '')
}
