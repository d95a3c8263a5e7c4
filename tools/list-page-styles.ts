import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { type StylePiece, stylesPath } from '#server/http/pages/page-styles.ts'
import { stylePieces } from './style-pieces.ts'

/** Lists the rules of the built style sheet, of which the server writes into each page those that it uses. */
const sheets = globSync('build/client/assets/*.css')
const [sheet] = sheets
if (!sheet || sheets.length > 1) {
  throw new Error(`The pages have one style sheet, but the build made ${sheets.length}.`)
}
const pieces: StylePiece[] = stylePieces(await readFile(sheet, 'utf8'))
await writeFile(stylesPath('build'), JSON.stringify(pieces))
