import type { Config } from '../config.ts'
import { finishPage } from './finish-page.ts'
import { securityHeaders } from './page-headers.ts'
import { loadPageRenderer } from './page-renderer.ts'
import type { Site } from './site.ts'
import { SiteFiles } from './site-files.ts'

/** @param folder what `npm run build` made. */
export async function loadBuiltSite(folder: string, config: Config): Promise<Site> {
  const files = await SiteFiles.load(`${folder}/client`, config, securityHeaders(config))
  return {
    front: (request, response, next) => {
      if (!files.answer(request, response)) next()
    },
    renderer: await loadPageRenderer(folder),
    finish: (rendered) => finishPage(rendered, config),
  }
}
