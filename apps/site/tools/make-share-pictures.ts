import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { categories } from '@naic/content/categories.ts'
import samples from '@naic/content/sample-certificates.json' with { type: 'json' }
import { badgeAddress } from '@naic/ledger/format/credential.ts'
import { drawBadge } from '#server/pictures/badge-picture.ts'
import { drawSharePicture } from '#server/pictures/share-picture.ts'
import { readSiteMap } from './read-words.ts'
import { shareWords } from './share-words.ts'

/**
 * Makes the picture that stands for each page where it is shared: its name on ink, before the
 * lattice. And the pictures of programmes, which credentials name.
 */
const folder = 'build/client'
const limitBytes = 100_000

for (const page of readSiteMap().flatMap(({ pages }) => pages)) {
  const image = drawSharePicture(shareWords(page))
  if (image.length >= limitBytes) {
    throw new Error(`The share picture of ${page.path} has ${image.length} bytes.`)
  }
  const file = `${folder}/share${page.path === '/' ? '/home' : page.path}.png`
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, image)
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
