import { Resvg } from '@resvg/resvg-js'
import { readFile, writeFile } from 'node:fs/promises'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { readSiteMap } from './read-words.ts'

/** Makes every icon from `apps/site/public/icon.svg`, and the manifest that names them. */
const folder = 'build/client'
const icon = await readFile('apps/site/public/icon.svg', 'utf8')
// Where the device cuts the shape itself, the ground reaches to the edges. The star lies within
// the inner 80 % that no device cuts.
const fullBleed = icon.replace(' rx="10"', '')
if (fullBleed === icon)
  throw new Error('apps/site/public/icon.svg: has no rounded ground (rx="10").')

await writeFile(`${folder}/icon-192.png`, png(icon, 192))
await writeFile(`${folder}/icon-512.png`, png(icon, 512))
await writeFile(`${folder}/icon-maskable-512.png`, png(fullBleed, 512))
await writeFile(`${folder}/apple-touch-icon.png`, png(fullBleed, 180))
await writeFile(`${folder}/favicon.ico`, ico(png(icon, 32), 32))

const pngIcon = (src: string, size: number) => ({
  src,
  type: 'image/png',
  sizes: `${size}x${size}`,
})

/** What people come for, offered where the site's icon is held down. */
const shortcuts = readSiteMap()
  .flatMap(({ pages }) => pages)
  .filter(({ path }) => ['/internships', '/apply', '/verification'].includes(path))

await writeFile(
  `${folder}/manifest.webmanifest`,
  JSON.stringify({
    name: organisation.name,
    short_name: organisation.shortName,
    description: organisation.tagline,
    lang: 'en-IN',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#ffffff',
    theme_color: '#1c1f4a',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      pngIcon('/icon-192.png', 192),
      pngIcon('/icon-512.png', 512),
      { ...pngIcon('/icon-maskable-512.png', 512), purpose: 'maskable' },
    ],
    shortcuts: shortcuts.map(({ path, label, about }) => ({
      name: label,
      description: about,
      url: path,
      icons: [pngIcon('/icon-192.png', 192)],
    })),
  }),
)

function png(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/** @returns a PNG in the frame of an .ico: a header of 6 bytes and one entry of 16. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // of one image
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10) // colour plane
  head.writeUInt16LE(32, 12) // bits a pixel
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}
