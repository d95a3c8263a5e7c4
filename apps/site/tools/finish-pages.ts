import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { nonceOfBuild } from '#app/server-context/load-context.ts'
import { placeholders } from '#app/server-context/site-settings.ts'
import {
  hashSource,
  inlineScripts,
  type ListedScripts,
  listPath,
} from '#server/http/pages/page-headers.ts'
import { stylesPath } from '#server/http/pages/page-styles.ts'
import { stylePieces, withoutFonts } from './style-pieces.ts'

const folder = 'build/client'
const assets = `${folder}/assets`

/** Does what the bundler leaves to do in the pages. All else that is served must be there before. */
async function finishPages() {
  await removeFacades()
  await listInlineScripts()
  await listPageStyles()
  await compressAssets()
}

/**
 * Root, layouts and entry are in one file with what they use, but the bundler gives each a file of
 * its own as well, which only names that one: on a slow line four requests for 250 bytes. Here
 * everything is made to name the file itself, whose entry knows them (`apps/site/app/entry.client.tsx`).
 */
async function removeFacades() {
  const facades = new Map<string, string>()
  for (const file of globSync(`${assets}/*.js`)) {
    const target = facadeOf(await readFile(file, 'utf8'))
    if (target?.startsWith('site-')) facades.set(path.basename(file), target)
  }
  const expected = 'bare-layout,entry.client,root,site-layout'
  // The hash has eight characters. One of them may be a dash.
  const found = String([...facades.keys()].map((name) => name.replace(/-.{8}\.js$/, '')).sort())
  if (found !== expected) {
    throw new Error(
      `These files only name another: ${found}. apps/site/app/entry.client.tsx knows ${expected}.`,
    )
  }
  const naming = [`${folder}/**/*.html`, `${assets}/manifest-*.js`, 'build/server/index.js']
  for (const file of globSync(naming)) {
    await writeFile(file, mergeFacades(await readFile(file, 'utf8'), facades))
  }
  for (const name of facades.keys()) await rm(`${assets}/${name}`)
}

/** @returns the file that a script only re-exports or only loads, such as "site-B_TC.js". */
export function facadeOf(script: string): string | undefined {
  return /^(?:export\s*\{[^{}]*\}\s*from|import)\s*"\.\/([^"]+)";?\s*$/.exec(script)?.[1]
}

/**
 * @param text a page, or a list of files, naming them as "/assets/root-DDiH.js".
 * @param facades each with the file that it names.
 * @returns the text naming those files, and preloading each once.
 */
export function mergeFacades(text: string, facades: ReadonlyMap<string, string>): string {
  let merged = text
  for (const [name, target] of facades) {
    merged = merged.replaceAll(`/assets/${name}`, () => `/assets/${target}`)
  }
  const preloaded = new Set<string>()
  return merged.replaceAll(/<link rel="modulepreload"[^>]*>/g, (link) => {
    if (preloaded.has(link)) return ''
    preloaded.add(link)
    return link
  })
}

/**
 * Lists the inline scripts of the prerendered pages, which is what the server allows in them. A
 * page with any other script stops the build.
 */
async function listInlineScripts() {
  const listed: ListedScripts = {}
  for (const file of globSync(`${folder}/**/*.html`).sort()) {
    const { html, scripts, mistakes } = listOwnScripts(await readFile(file, 'utf8'))
    if (mistakes.length > 0) throw new Error(`${file}: ${mistakes.join('\n')}`)
    listed[file.slice(folder.length)] = scripts
    await writeFile(file, html)
  }
  await writeFile(listPath('build'), JSON.stringify(listed, null, 2))
}

const carried = ` nonce="${nonceOfBuild}"`

/**
 * Tells the inline scripts of a page that React Router and `packages/ui/inline-script.tsx` wrote,
 * which carry the nonce of the build, from all others.
 *
 * @param html as it was prerendered.
 * @returns the page without that nonce, what its policy says of its scripts, and a sentence for
 *   each script that must not be there.
 */
export function listOwnScripts(html: string) {
  const found = inlineScripts(html)
  const mistakes = found.flatMap(({ attributes, text }) => {
    const beginning = JSON.stringify(text.slice(0, 80))
    if (!attributes.includes(carried)) {
      return `a script is neither React Router's nor an InlineScript: ${beginning}`
    }
    return Object.values(placeholders).some((placeholder) => text.includes(placeholder))
      ? `a script holds a setting, which is not known before the start: ${beginning}`
      : []
  })
  const scripts = [...new Set(found.map(({ text }) => hashSource(text)))]
  return { html: html.replaceAll(carried, ''), scripts, mistakes }
}

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
const withoutRepeats = (sheet: string) => sheet.replaceAll(/(-webkit-[\w-]+:[\w-]+;)\1+/g, '$1')

/** Compresses the files as far as they go, once. The server compresses pages and lists at its start. */
async function compressAssets() {
  const files = globSync(`${folder}/**/*.{js,css,svg,webmanifest}`)
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    }),
  )
}

if (import.meta.main) await finishPages()
