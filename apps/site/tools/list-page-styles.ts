import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { stylesPath } from '#server/http/pages/page-styles.ts'
import { stylePieces, withoutFonts } from './style-pieces.ts'

/**
 * Lists the rules of the built style sheet, of which the server writes into each page those that it
 * uses, and takes the fonts out of the sheet: every page has them already, and to a browser those
 * of a second sheet are others, which it would put in place of what is being read.
 */
const sheets = globSync('build/client/assets/*.css')
const [file] = sheets
if (!file || sheets.length > 1) {
  throw new Error(`The pages have one style sheet, but the build made ${sheets.length}.`)
}
const sheet = await readFile(file, 'utf8')
await writeFile(stylesPath('build'), JSON.stringify(stylePieces(sheet)))
await writeFile(file, withoutFonts(sheet))
