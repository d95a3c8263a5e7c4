import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asked, RenderedPage } from '#app/render-page.tsx'
import { noLookup } from '#app/server-context/load-context.ts'
import type { Config } from '@naic/installation/config.ts'
import { ConfigError } from '@naic/platform/config-error.ts'
import type { Log } from '@naic/platform/log.ts'
import { offlineFiles, workerPath } from './offline-files.ts'
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
  if (!hasPages(folder) || ![stylesPath(folder), workerPath(folder)].every(existsSync)) {
    throw new ConfigError(`The pages are not in ${folder}. Run "npm run build" first.`)
  }
  const renderer = await loadPageRenderer(folder, config)
  const styles = await readPageStyles(folder)
  const headers = securityHeaders(config)
  const files = new SiteFiles(config, headers)
  await files.read(`${folder}/client`)
  const kept = keptPaths(renderer)
  const finish = (page: RenderedPage) =>
    finishPage(page, styles.of(page.before + page.after), config)

  const render = async (path: string) => renderer.render({ ...nothingAsked, path })
  let day = dayInIndia()
  const keep = async (path: string) => files.addPage(path, finish(await render(path)))
  const addOfflineFiles = once(async () =>
    files.add(
      await offlineFiles(folder, config, { headers, render, scriptsOf: renderer.scriptsOf }),
    ),
  )

  const prepareTheRest = async () => {
    for (const path of kept) if (!files.has(path)) await keep(path)
    await addOfflineFiles()
    files.pack()
  }
  const prepareSoon = () =>
    setTimeout(() => {
      prepareTheRest().catch((error) =>
        log.error({ err: error }, 'not all pages could be prepared'),
      )
    }, restMs).unref()
  prepareSoon()

  function front(request: IncomingMessage, response: ServerResponse, next: () => void) {
    if (day !== dayInIndia()) {
      day = dayInIndia()
      for (const path of kept) files.forget(path)
      prepareSoon()
    }
    const { path, search } = addressOf(request.url ?? '')
    if (search && isChangedBy(renderer, path, search)) return void next()
    const answered = files.answer(path, request, response)
    if (answered) return answered
    const made = kept.has(path)
      ? keep(path)
      : isOfflineFile.test(path)
        ? addOfflineFiles()
        : undefined
    if (made) made.then(() => void (files.answer(path, request, response) ?? next()), next)
    else next()
    return undefined
  }

  return {
    front,
    render: async (asked) => finish(await renderer.render(asked)),
    realPath: (pathname) =>
      realPath(
        renderer.routes.map((route) => route.path),
        pathname,
      ) ?? files.realPath(pathname),
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

const isOfflineFile = /^\/(service-worker\.js|kept\/)/

/** The paths of all pages that no request changes. */
const keptPaths = ({ routes }: PageRenderer): ReadonlySet<string> =>
  new Set(
    routes.flatMap(({ path, ids }) =>
      path.includes(':id') ? (ids ?? []).map((id) => path.replace(':id', id)) : [path],
    ),
  )

/** Whether a page says something else for this query than without it. */
function isChangedBy({ routes }: PageRenderer, path: string, search: string): boolean {
  const asked = routes.find((route) => route.path === path)?.query ?? []
  return asked.some((name) => new URLSearchParams(search).has(name))
}

/** @returns the number of the day by the clocks of India, which are five and a half hours ahead. */
const dayInIndia = () => Math.floor((Date.now() / 3_600_000 + 5.5) / 24)

function once(make: () => Promise<void>): () => Promise<void> {
  let made: Promise<void> | undefined
  return () =>
    (made ??= make().catch((error) => {
      made = undefined
      throw error
    }))
}
