import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '@naic/installation/config.ts'
import { ConfigError } from '@naic/platform/config-error.ts'
import type { Log } from '@naic/platform/log.ts'
import { finishPage } from './finish-page.ts'
import {
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
  const headers = securityHeaders(config)
  const finish = await finishAsListed(folder, styles, config, log)
  const made = await offlineFiles(folder, config, headers, finish)
  const files = await SiteFiles.load(`${folder}/client`, config, headers, finish, made)
  const renderer = await loadPageRenderer(folder)
  const finishRendered: Site['finish'] = (rendered, nonce) =>
    finishPage(rendered, [`'nonce-${nonce}'`], config, (html) => styles.of(html))
  return {
    front: (request, response, next) => {
      const answered = files.answer(request, response)
      if (!answered) next()
      return answered
    },
    renderer,
    realPath: (pathname) => realPagePath(renderer.patterns, pathname) ?? files.realPath(pathname),
    finish: finishRendered,
    certificatePage: keepCertificatePage({ renderer, finish: finishRendered }, log),
  }
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
  return (name, rendered) => {
    const allowed = listed[name] ?? []
    const page = finishPage(rendered, allowed, config, (html) => styles.of(html))
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
