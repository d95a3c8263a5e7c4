import { globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { stylesPath } from '#server/http/pages/page-styles.ts'
import { stylePieces, withoutFonts } from './style-pieces.ts'

const folder = 'build/client'
const assets = `${folder}/assets`

/** Does what the bundler leaves to do in the pages. All else that is served must be there before. */
await rename(`${folder}/islands.json`, 'build/islands.json')
await listPageStyles()
await compressAssets()

/**
 * Lists the rules of the built style sheet: the server writes into each page those that it uses. And
 * takes the fonts out of the sheet: every page has them already, and a browser takes those of a
 * second sheet for other fonts, which it would put in place of what is being read.
 */
async function listPageStyles() {
  const [file, ...others] = globSync(`${assets}/*.css`)
  if (!file || others.length > 0) throw new Error('The pages must have one style sheet.')
  const sheet = withoutRepeats(await readFile(file, 'utf8'))
  await writeFile(stylesPath('build'), JSON.stringify(stylePieces(sheet)))
  await writeFile(file, withoutFonts(sheet))
}

/** The bundler tells what old Safari needs once for each rule that it merged. */
function withoutRepeats(sheet: string): string {
  return sheet.replaceAll(/(-webkit-[\w-]+:[\w-]+;)\1+/g, '$1')
}

/** Compresses the files as far as they go, once. The server compresses pages and lists. */
async function compressAssets() {
  const files = globSync(`${folder}/**/*.{js,css,svg,json,webmanifest}`)
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      // At its best, as it is unless told otherwise.
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
