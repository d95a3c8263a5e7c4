import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import subsetFont from 'subset-font'
import organisation from '#content/organisation.json' with { type: 'json' }
import { readSiteMap } from './read-site-map.ts'

/**
 * Makes the picture that stands for each page where it is shared: its title on ink, before
 * the lattice. Titles come from the built pages, so that both say the same.
 */
const folder = 'build/client'
const [width, height] = [1200, 630]
const limitBytes = 100_000

const fonts = await mkdtemp(path.join(tmpdir(), 'naic-fonts-'))
try {
  const fontFiles = [await headingFont()]
  const groups = await readSiteMap()
  for (const { title: group, pages } of groups) {
    for (const page of pages) {
      const title =
        page.path === '/'
          ? escape(organisation.tagline)
          : ((await builtTitle(page.path)) ?? escape(page.label))
      const kicker = escape(page.path === '/' ? organisation.shortName : group)
      const image = draw(picture(title, kicker, fontFiles), fontFiles)
      if (image.length >= limitBytes) {
        throw new Error(`The share picture of ${page.path} has ${image.length} bytes.`)
      }
      const file = `${folder}/share${page.path === '/' ? '/home' : page.path}.png`
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, image)
    }
  }
} finally {
  await rm(fonts, { recursive: true })
}

/** The drawing program reads TrueType of one weight only. */
async function headingFont(): Promise<string> {
  const source =
    'node_modules/@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2'
  const latin = String.fromCharCode(...Array.from({ length: 0x17f - 32 }, (_, i) => 32 + i))
  const file = path.join(fonts, 'heading.ttf')
  const font = await subsetFont(await readFile(source), `${latin}–—‘’“”…·`, {
    targetFormat: 'truetype',
    variationAxes: { wght: 640 },
  })
  await writeFile(file, font)
  return file
}

/** @returns the title of a page that is built as a file, without the council's name, as in HTML. */
async function builtTitle(page: string): Promise<string | undefined> {
  const html = await readFile(`${folder}${page}/index.html`, 'utf8').catch(() => '')
  return /<title>(.*?)(?: \| [^|]*)?<\/title>/s.exec(html)?.[1]
}

function picture(title: string, kicker: string, fontFiles: string[]): string {
  const size = title.length > 48 ? 68 : 88
  const lines = wrap(title, size, 830, fontFiles)
  const top = 330 - ((lines.length - 1) * size * 1.08) / 2
  const text = lines.map(
    (line, index) => `<text x="80" y="${top + index * size * 1.08}" class="title">${line}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <style>
      text { font-family: 'Anek Latin'; fill: #fff }
      .title { font-size: ${size}px }
    </style>
    <defs>
      <pattern id="jali" width="96" height="96" patternUnits="userSpaceOnUse">
        <path transform="scale(1.5)" fill="none" stroke="#fff" stroke-opacity=".22" d="M32 4l8 8h12v12l8 8-8 8v12H40l-8 8-8-8H12V40l-8-8 8-8V12h12zM32 20l5 7 7 5-7 5-5 7-5-7-7-5 7-5zM32 0v4M32 60v4M0 32h4M60 32h4M0 0l12 12M64 0L52 12M0 64l12-12M64 64L52 52"/>
      </pattern>
    </defs>
    <rect width="${width}" height="${height}" fill="#1c1f4a"/>
    <rect x="960" y="-21" width="240" height="672" fill="url(#jali)"/>
    <path d="M960 0v630" stroke="#f2b01e" stroke-width="4"/>
    <g transform="translate(80 72) scale(1.6)">
      <path fill="#f2b01e" d="M20 1.5 26 8h8v8l6 4-6 4v8h-8l-6 6.5-6-6.5H6v-8l-6-4 6-4V8h8z"/>
      <path fill="#1c1f4a" d="m20 9 3.2 7.8L31 20l-7.8 3.2L20 31l-3.2-7.8L9 20l7.8-3.2z"/>
      <circle cx="20" cy="20" r="2.6" fill="#f2b01e"/>
    </g>
    <text x="166" y="117" font-size="34">${escape(organisation.name)}</text>
    ${text.join('')}
    <rect x="80" y="528" width="72" height="6" fill="#f2b01e"/>
    <text x="176" y="541" font-size="34" style="fill:#dfe1f4">${kicker}</text>
  </svg>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** @param widest in pixels of the picture; words are not broken. */
function wrap(title: string, size: number, widest: number, fontFiles: string[]): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && widthOf(longer, size, fontFiles) <= widest) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(word)
    }
  }
  return lines
}

function widthOf(text: string, size: number, fontFiles: string[]): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text y="100" font-family="Anek Latin" font-size="${size}">${text}</text></svg>`
  return new Resvg(svg, options(fontFiles)).getBBox()?.width ?? 0
}

function draw(svg: string, fontFiles: string[]): Buffer {
  return new Resvg(svg, options(fontFiles)).render().asPng()
}

function options(fontFiles: string[]) {
  return { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Anek Latin' } }
}
