import { existsSync } from 'node:fs'
import type { Asked, RenderedPage } from '#app/render-page.tsx'
import { noLookup } from '#app/server-context/load-context.ts'
import type { Config } from '@naic/installation/config.ts'
import { ConfigError } from '@naic/platform/config-error.ts'
import type { Log } from '@naic/platform/log.ts'
import { isKeptFile, keptPages, workerAddress, workerFile } from './offline-files.ts'
import { securityHeaders } from './page-headers.ts'
import { hasPages, loadPageRenderer, type PageRenderer } from './page-renderer.ts'
import { readPageStyles, stylesPath } from './page-styles.ts'
import { realPath } from './real-path.ts'
import { addressOf, finishPage, type Site } from './site.ts'
import { SiteFiles } from './site-files.ts'

/**
 * The site that `npm run build` made. What no request changes is rendered once, when it is first asked for or
 * once the server rests, and kept compressed; the next day it is rendered anew, since pages say the date.
 *
 * @param folder of the build.
 * @throws ConfigError if nothing was built.
 */
export async function loadBuiltSite(folder: string, config: Config, log: Log): Promise<Site> {
  if (!hasPages(folder) || !existsSync(stylesPath(folder))) {
    throw new ConfigError(`The pages are not in ${folder}. Run "npm run build" first.`)
  }
  const renderer = await loadPageRenderer(folder, config)
  const styles = await readPageStyles(folder)
  const headers = securityHeaders(config)
  const files = new SiteFiles(config, headers)
  await files.read(`${folder}/client`)
  // The build's worker does not know yet what it is to keep.
  files.forget(workerAddress)
  const kept = new Set([...keptPaths(renderer), workerAddress])
  const patterns = renderer.routes.map((route) => route.path)
  const finish = (page: RenderedPage) =>
    finishPage(page, styles.of(page.before + page.after), config)

  let day = dayInIndia()
  const make = async (path: string) => {
    if (path === workerAddress) await keepWorker()
    else files.addPage(path, finish(await renderer.render({ ...nothingAsked, path })))
  }
  const underWay = new Map<string, Promise<void>>()
  /** Many may ask for it before it is there. */
  const keep = (path: string) => {
    const making = underWay.get(path) ?? make(path).finally(() => underWay.delete(path))
    underWay.set(path, making)
    return making
  }
  const keepAll = async (paths: Iterable<string>) => {
    for (const path of paths) if (!files.has(path)) await keep(path)
  }
  const keepWorker = async () => {
    await keepAll(keptPages)
    const tags = files.tagsOf((address) => isKeptFile(address) || keptPages.includes(address))
    files.add(await workerFile(`${folder}/client`, config, tags))
  }

  const prepareTheRest = async () => {
    await keepAll(kept)
    files.pack()
  }
  const prepareSoon = () =>
    setTimeout(() => {
      prepareTheRest().catch((error) =>
        log.error({ err: error }, 'not all pages could be prepared'),
      )
    }, restMs).unref()
  prepareSoon()

  const front: Site['front'] = (request, response, next, answered) => {
    if (day !== dayInIndia()) {
      day = dayInIndia()
      for (const path of kept) files.forget(path)
      prepareSoon()
    }
    const { path, search } = addressOf(request.url ?? '')
    const answer = () => {
      const what = files.answer(path, request, response)
      if (what) answered(what)
      else next()
    }
    if (search && isChangedBy(renderer, path, search)) next()
    else if (kept.has(path) && !files.has(path)) keep(path).then(answer, next)
    else answer()
  }

  return {
    front,
    render: async (asked) => finish(await renderer.render(asked)),
    realPath: (pathname) => realPath(patterns, pathname) ?? files.realPath(pathname),
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

/** The paths of all pages that no request changes. */
const keptPaths = ({ routes }: PageRenderer): ReadonlySet<string> =>
  new Set(
    routes.flatMap(({ path, ids }) =>
      path.includes(':id') ? (ids ?? []).map((id) => path.replace(':id', id)) : [path],
    ),
  )

/** Whether a page says something else for this query than without it. */
function isChangedBy({ routes }: PageRenderer, path: string, search: string): boolean {
  const asked = new URLSearchParams(search)
  return (
    routes.find((route) => route.path === path)?.query?.some((name) => asked.has(name)) ?? false
  )
}

/** @returns the number of the day by the clocks of India, which are five and a half hours ahead. */
const dayInIndia = () => Math.floor((Date.now() / 3_600_000 + 5.5) / 24)
