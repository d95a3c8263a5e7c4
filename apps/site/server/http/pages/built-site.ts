import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '@naic/installation/config.ts'
import { ConfigError } from '@naic/platform/config-error.ts'
import type { Log } from '@naic/platform/log.ts'
import { finishPage, putSettings, servedSettings } from './finish-page.ts'
import {
  createNonce,
  hashSource,
  inlineScripts,
  listPath,
  readListedScripts,
  securityHeaders,
} from './page-headers.ts'
import { keepCertificatePage } from './kept-certificate-page.ts'
import { offlineFiles, workerPath } from './offline-files.ts'
import { loadPageRenderer } from './page-renderer.ts'
import { type PageStyles, readPageStyles, stylesPath } from './page-styles.ts'
import { realPagePath } from './real-path.ts'
import type { Site } from './site.ts'
import { type FinishFile, SiteFiles } from './site-files.ts'

/**
 * @param folder of `npm run build`.
 * @throws ConfigError if nothing was built.
 */
export async function loadBuiltSite(folder: string, config: Config, log: Log): Promise<Site> {
  if (
    ![
      listPath(folder),
      stylesPath(folder),
      workerPath(folder),
      path.join(folder, 'server/index.js'),
    ].every(existsSync)
  ) {
    throw new ConfigError(`The pages are not in ${folder}. Run "npm run build" first.`)
  }
  const styles = await readPageStyles(folder)
  const constantHeaders = securityHeaders(config)
  const finish = await finishAsListed(folder, styles, config, log)
  const files = new SiteFiles({ config, constantHeaders, finish })
  await files.read(`${folder}/client`)
  const loadRenderer = once(() => loadPageRenderer(folder, servedSettings(config)))
  const addOfflineFiles = once(async () =>
    files.add(await offlineFiles(folder, config, constantHeaders, finish)),
  )
  const renderer: Site['renderer'] = {
    render: async (...request) => (await loadRenderer()).render(...request),
  }
  const finishRendered: Site['finish'] = (rendered, nonce) =>
    finishPage(rendered, [`'nonce-${nonce}'`], config, (html) => styles.of(html))

  const prepareTheRest = async () => {
    // The first search would wait for what is compiled then.
    await (await loadRenderer()).render('/internships?q=data', createNonce(), undefined)
    await addOfflineFiles()
    files.pack()
  }
  setTimeout(() => {
    prepareTheRest().catch((error) => log.error({ err: error }, 'not all pages could be prepared'))
  }, restMs).unref()
  return {
    front: (request, response, next) => {
      const answered = files.answer(request, response)
      if (answered) return answered
      const answerThen = () => void (files.answer(request, response) ?? next())
      if (isOfflineFile.test(request.url ?? '')) addOfflineFiles().then(answerThen, next)
      else next()
      return undefined
    },
    renderer,
    realPath: async (pathname) =>
      realPagePath((await loadRenderer()).patterns, pathname) ?? files.realPath(pathname),
    finish: finishRendered,
    certificatePage: keepCertificatePage({ renderer, finish: finishRendered }, log),
  }
}

/**
 * What the first answer does not need is loaded when it is asked for, or so soon after the start that no
 * newer build can have taken its place.
 */
const restMs = 2_000

const isOfflineFile = /^\/(service-worker\.js|kept\/)/

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () =>
    (made ??= make().catch((error) => {
      made = undefined
      throw error
    }))
}

/** Finishes prerendered pages, and logs scripts that the build did not list, which will not run. */
async function finishAsListed(
  folder: string,
  styles: PageStyles,
  config: Config,
  log: Log,
): Promise<FinishFile> {
  const listed = await readListedScripts(folder)
  const told = new Set<string>()
  return (name, rendered, hasSheet) => {
    const allowed = listed[name] ?? []
    // The sheet has all but the fonts.
    const filled = putSettings(rendered, config)
    const page = finishPage(filled, allowed, config, (html) => styles.of(hasSheet ? '' : html))
    for (const { text } of inlineScripts(page.html)) {
      if (!allowed.includes(hashSource(text)) && !told.has(name + text)) {
        told.add(name + text)
        const script = text.slice(0, 80)
        log.warn({ page: name, script }, 'a page holds a script that the build did not list')
      }
    }
    return page
  }
}
