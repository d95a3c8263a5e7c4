import { Resvg } from '@resvg/resvg-js'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PNG } from 'pngjs'
import { siteUrlPlaceholder } from '#server/http/pages/site-files.ts'
import { drawBadge, drawSharePicture, type SharePicture } from '#server/pictures/png-pictures.ts'
import { categories, categoryPath } from '@naic/content/categories.ts'
import { feeInShort, programmeFacts } from '@naic/content/programme-facts.ts'
import pictures from '@naic/content/en/share-pictures.json' with { type: 'json' }
import type { Internship } from '@naic/content/content-schemas.ts'
import { internships } from '@naic/content/internships-on-disk.ts'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import llms from '@naic/content/en/llms.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import samples from '@naic/content/sample-certificates.json' with { type: 'json' }
import { siteMap, type SitePage } from '@naic/content/site-map.ts'
import type { TranslatedInternship, Translation } from '@naic/content/translation.ts'
import { factsInShort } from '#app/catalogue/facts-in-short.ts'
import { badgeAddress } from '@naic/ledger/format/credential.ts'
import { readWords, withProgrammeWords } from './programme-words.ts'
import { readFinished, readScenes, scenesByDay } from './scenes.ts'

/**
 * Makes the other files that are served: lists for programs, icons and pictures.
 * Usage: node apps/site/tools/make-public-files.ts FOLDER
 */
const [, , folder = ''] = process.argv
if (!folder) throw new Error('Name the folder to make them in.')

const groups = siteMap(internships)
const pages = groups.flatMap((group) => group.pages)
const scenes = scenesByDay()
const scenesOf = (...ids: number[]) => ids.map((id) => scenes.get(id) ?? '')
const internshipAt = ({ path: page }: SitePage) =>
  internships.find(({ id }) => page === pathIn(languageOf(page), `/internships/${id}`))
const addressOf = (page: string) => siteUrlPlaceholder + page

await writeLists()
await makeScenes()
await makeIcons()
await makeSharePictures()
await makeBadges()

async function write(name: string, data: string | Buffer) {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, data)
}

/** sitemap.xml and llms.txt. The server puts SITE_URL into them. */
async function writeLists() {
  const urls = [...pages.map((page) => page.path), ...categories.map(categoryPath)]
  await write(
    'sitemap.xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => `  <url><loc>${addressOf(url)}</loc></url>`).join('\n')}
</urlset>
`,
  )
  const lineOf = (page: SitePage) => {
    const weeks = languageOf(page.path)
      ? undefined
      : internshipAt(page)?.weeks.map(({ title }) => title)
    const weekByWeek = weeks ? `. Week by week: ${weeks.join('; ')}` : ''
    return `- [${page.label}](${addressOf(page.path)}): ${page.about}${weekByWeek}\n`
  }
  const sections = groups.map(
    (group) => `## ${group.title}\n\n${group.about}\n\n${group.pages.map(lineOf).join('')}`,
  )
  // The form that https://llmstxt.org proposes: a title, a summary, then lists of links.
  await write(
    'llms.txt',
    `# ${organisation.name} (${organisation.shortName})

> ${organisation.tagline}

${withProgrammeWords(llms.summary)}

${sections.join('\n')}
## ${llms.programs.title}

${addressOf('/api/certificates/ID')} ${llms.programs.about}
`,
  )
}

/** The drawings of the list in one file, for `apps/site/app/catalogue/scene.tsx`, and of what is finished in one each. */
async function makeScenes() {
  const drawn = [...readScenes()].map(([id, shapes]) => `<g id="s${id}">${shapes}</g>`)
  await write('scenes.svg', inOne(drawn))
  for (const { id } of internships) {
    const finished = readFinished(id).map((shapes, at) => `<g id="p${at + 1}">${shapes}</g>`)
    await write(`finished/${id}.svg`, inOne(finished))
  }
}

function inOne(drawings: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">${drawings.join('')}</svg>`
}

/** Every icon, drawn from `apps/site/public/icon.svg`, and the manifest that names them. */
async function makeIcons() {
  const icon = await readFile('apps/site/public/icon.svg', 'utf8')
  // For devices that cut the shape themselves the ground reaches to the edges. The star is within
  // the inner 80 % that no device cuts.
  const fullBleed = icon.replace(' rx="10"', '')
  if (fullBleed === icon) throw new Error('icon.svg has no rounded ground (rx="10").')
  await write('icon-192.png', png(icon, 192))
  await write('icon-512.png', png(icon, 512))
  await write('icon-maskable-512.png', png(fullBleed, 512))
  await write('apple-touch-icon.png', png(fullBleed, 180))
  // Browsers read a PNG under this name too.
  await write('favicon.ico', png(icon, 32))

  const pngIcon = (name: string, size: number, purpose?: 'maskable') => ({
    src: `/${name}.png`,
    type: 'image/png',
    sizes: `${size}x${size}`,
    purpose,
  })
  const manifest = {
    name: organisation.name,
    short_name: organisation.shortName,
    description: organisation.tagline,
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    scope: '/',
    // With a way back: a page that a link opened has none of its own.
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: '#1c1f4a',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      pngIcon('icon-192', 192),
      pngIcon('icon-512', 512),
      pngIcon('icon-maskable-512', 512, 'maskable'),
    ],
    // What people come for, offered where the site's icon is held down.
    shortcuts: pages
      .filter((page) => ['/internships', '/apply', '/verification'].includes(page.path))
      .map((page) => ({
        name: page.label,
        description: page.about,
        url: page.path,
        icons: [pngIcon('icon-192', 192)],
      })),
  }
  await write('manifest.webmanifest', JSON.stringify(manifest))
}

function png(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/**
 * For shared links: the page's name on ink, before the lattice, and under it what it is about. An
 * internship has its drawing beside its name, and home has three.
 */
async function makeSharePictures() {
  for (const page of pages) {
    const drawn = PNG.sync.read(drawSharePicture(pictureOf(page)))
    // In two thirds of the bytes: flat colours need neither filters nor an alpha channel.
    const image = PNG.sync.write(drawn, { colorType: 2, filterType: 0, deflateStrategy: 0 })
    if (image.length >= 100_000) throw new Error(`The share picture of ${page.path} is too large.`)
    await write(`share${page.path === '/' ? '/home' : page.path}.png`, image)
  }
}

function pictureOf(page: SitePage): SharePicture {
  const internship = internshipAt(page)
  const code = languageOf(page.path)?.code
  if (internship && code) return pictureInLanguage(internship, code)
  // There is no room for what the fee is for.
  const facts = programmeFacts(internship?.duration).slice(0, -1)
  const foot = [...facts, feeInShort].join('  ·  ')
  // Three that differ in subject and ground.
  if (page.path === '/') return { title: organisation.tagline, foot, scenes: scenesOf(1, 5, 10) }
  if (internship) {
    const { id, title, projects } = internship
    const under = projects[0]?.title
    return { title, label: pictures.firstProject, under, foot, scenes: scenesOf(id) }
  }
  const titles: Record<string, string> = code ? wordsOf(code).phrases.sharePictures : {}
  return { title: titles[page.path.split('/')[2] ?? 'home'] ?? page.label, foot: page.about }
}

function pictureInLanguage({ id, title, duration }: Internship, code: string): SharePicture {
  const { phrases, inShort } = wordsOf(code)
  const [file = ''] = globSync(`content/${code}/internships/${String(id).padStart(2, '0')}-*.json`)
  const [under] = (JSON.parse(readFileSync(file, 'utf8')) as TranslatedInternship).projects
  // There is no room for what the fee is for.
  const facts = factsInShort(inShort.facts, duration).slice(0, -1)
  const foot = [...facts.map(([, value]) => value), readWords(code)['documentationFee']]
  const label = phrases.sharePictures.firstProject
  return { title, label, under, foot: foot.join('  ·  '), scenes: scenesOf(id) }
}

function wordsOf(code: string): Required<Pick<Translation, 'phrases' | 'inShort'>> {
  const read = (name: string) =>
    JSON.parse(
      withProgrammeWords(readFileSync(`content/${code}/${name}.json`, 'utf8'), readWords(code)),
    )
  return { phrases: read('phrases'), inShort: read('in-short') }
}

/**
 * The pictures of programmes, whose addresses are signed in credentials. The server answers for a
 * programme that no longer exists with the picture of any.
 */
async function makeBadges() {
  const programmes = [...categories, ...samples.map(({ domain }) => domain), 'Internship']
  for (const programme of new Set(programmes)) {
    await write(badgeAddress('', programme), drawBadge(programme))
  }
}
