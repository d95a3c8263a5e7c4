import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The inline scripts that may run in the prerendered pages, as the build listed them: file of a
 * page, such as `/about/index.html`, to what its policy says, such as `'sha256-…'`.
 */
export type ListedScripts = Record<string, string[]>

/** @returns the path of the list: beside the folder that is served, not in it. */
export const listPath = (build: string) => path.join(build, 'inline-scripts.json')

/** @param build the build's folder. */
export const readListedScripts = async (build: string): Promise<ListedScripts> =>
  JSON.parse(await readFile(listPath(build), 'utf8'))

/** @returns what a policy says to allow the inline script or style with exactly this text. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * @param html a page of ours, whose attributes hold no ">".
 * @returns the scripts that run and whose text is in the page: not those with a source, and not
 *   blocks of data such as JSON-LD.
 */
export function inlineScripts(html: string): { attributes: string; text: string }[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script\s*>/gis)].flatMap(
    ({ groups }) => {
      const { attributes = '', text = '' } = groups ?? {}
      const runs = !/\ssrc=/.test(attributes) && !/type="application\/(ld\+)?json"/.test(attributes)
      return runs ? [{ attributes, text }] : []
    },
  )
}
