import { existsSync } from 'node:fs'
import type { Asked, RenderedPage } from '#app/render-page.tsx'
import { noLookup } from '#app/server-context/load-context.ts'
import type { Config } from '@naic/house/config.ts'
import { ConfigError } from '@naic/store/config-error.ts'
import type { Log } from '@naic/store/log.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import {
  isKeptFile,
  keptPages,
  workerAddress,
  workerHeaders,
  workerScript,
} from './offline-files.ts'
import { securityHeaders } from './page-headers.ts'
import { loadPageRenderer, type PageRenderer } from './page-renderer.ts'
import { readPageStyles, stylesPath } from './page-styles.ts'
import { addressOf, finishPage, type Site } from './site.ts'
import { type Kept, keepText, packTightly, readSiteFiles, sendKept } from './site-files.ts'

/**
 * The site that `npm run build` made. What no request changes is rendered once, when it is first asked for or
 * once the server rests, and kept compressed; the next day it is rendered anew, since pages say the date.
 *
 * @param folder of the build.
 * @throws ConfigError if nothing was built.
 */
export async function loadBuiltSite(folder: string, config: Config, log: Log): Promise<Site> {
  // The build writes it when all else of the pages is there.
  if (!existsSync(stylesPath(folder))) {
    throw new ConfigError(`The pages are not in ${folder}. Run "npm run build" first.`)
  }
  const client = `${folder}/client`
  const renderer = await loadPageRenderer(folder, config)
  const styles = await readPageStyles(folder)
  const common = securityHeaders(config)
  const files = await readSiteFiles(client, config.siteUrl, common)
  // The build's worker does not know yet what it is to keep.
  files.delete(workerAddress)
  const paths = new Set([...keptPaths(renderer), workerAddress])
  const finish = (page: RenderedPage) => finishPage(page, styles(page.before + page.after), config)

  const makeWorker = async () => {
    const kept = [...files].filter(([address]) => isKeptFile(address))
    const tags: [string, string][] = kept.map(([address, { etag }]) => [address, etag])
    for (const path of keptPages) tags.push([path, (await pageOf(path)).etag])
    return keepText('file', await workerScript(client, config, tags), {
      ...common,
      ...workerHeaders,
    })
  }
  const makePage = async (path: string) => {
    const { html, headers } = finish(await renderer.render({ ...nothingAsked, path }))
    const type = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }
    return keepText('page', html, { ...common, ...type, ...headers })
  }

  /** Those of this day. Many may ask for one before it is there. */
  const pages = new Map<string, Promise<Kept>>()
  const pageOf = (path: string) => {
    const known = pages.get(path)
    if (known) return known
    const made = path === workerAddress ? makeWorker() : makePage(path)
    pages.set(path, made)
    made.catch(() => pages.delete(path))
    return made
  }

  const prepareTheRest = async () => {
    const all: Kept[] = []
    for (const path of paths) all.push(await pageOf(path))
    await packTightly(all)
  }
  const prepareSoon = () =>
    setTimeout(() => {
      prepareTheRest().catch((error) =>
        log.error({ err: error }, 'not all pages could be prepared'),
      )
    }, restMs).unref()
  prepareSoon()
  let day = todayInIndia()
  const patterns = [...renderer.routes.map((route) => route.path), ...files.keys(), workerAddress]

  return {
    front: (request, response, next, answered) => {
      if (day !== todayInIndia()) {
        day = todayInIndia()
        pages.clear()
        prepareSoon()
      }
      const { path, search } = addressOf(request.url ?? '')
      const send = (kept: Kept) => {
        sendKept(kept, request, response)
        answered(kept.kind)
      }
      const file = files.get(path)
      if (request.method !== 'GET' && request.method !== 'HEAD') next()
      else if (file) send(file)
      else if (!paths.has(path) || (search && isChangedBy(renderer, path, search))) next()
      else pageOf(path).then(send, next)
    },
    render: async (asked) => finish(await renderer.render(asked)),
    patterns: () => patterns,
  }
}

/** So soon after the start that no newer build can have taken its place. */
const restMs = 2_000

const nothingAsked: Omit<Asked, 'path'> = {
  search: '',
  posted: undefined,
  certificates: noLookup,
  reference: '',
}

const keptPaths = ({ routes }: PageRenderer): string[] =>
  routes.flatMap(({ path, ids }) =>
    path.includes(':id') ? (ids ?? []).map((id) => path.replace(':id', id)) : [path],
  )

/** Whether a page says something else for this query than without it. */
function isChangedBy({ routes }: PageRenderer, path: string, search: string): boolean {
  const asked = new URLSearchParams(search)
  return (
    routes.find((route) => route.path === path)?.query?.some((name) => asked.has(name)) ?? false
  )
}
