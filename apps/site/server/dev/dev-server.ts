import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { createServer as createVite, type ViteDevServer } from 'vite'
import type { CertificateState, PostedForm } from '#app/server-context/load-context.ts'
import { type Config, readConfig } from '@naic/installation/config.ts'
import { explainFailure } from '@naic/installation/explain-failure.ts'
import type * as RenderPage from '#app/render-page.tsx'
import { servedSettings } from '../http/pages/page-renderer.ts'
import { ApiProcess } from './api-process.ts'

/**
 * The server while developing. Pages come from the sources with hot reload: this process has Vite and
 * listens. The API is a process of its own, as in production; a change of its files replaces it
 * (decision 082).
 */

/** How the API asks for a page. */
export type PageQuestion = {
  path: string
  search: string
  posted: PostedForm | undefined
  /** By id: the certificates that this page has asked for. */
  certificatesKnown: Record<string, CertificateState>
  reference: string
}

export type PageAnswer =
  | RenderPage.RenderedPage
  | { certificateWanted: string }
  | { failure: string }

/** The sources of the API: everything that the server may import, and the pages' paths. */
const apiSources =
  /^(content|packages\/(?!ui\/)|apps\/site\/(server|app\/server-context)\/|apps\/site\/app\/routes\.ts$)/
const isTest = /\.test\.tsx?$/
const house = path.join(import.meta.dirname, '../../../..')
const site = path.join(house, 'apps/site')

async function serve(config: Config): Promise<void> {
  const server = createServer(async (request, response) => {
    const { middlewares } = await starting
    middlewares(request, response, () => void api.passOn(request, response))
  })
  server.listen({ host: config.host, port: config.port })
  await once(server, 'listening')

  const starting = createVite({
    root: site,
    configFile: path.join(site, 'vite.config.ts'),
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: [`${config.dataDir}/**`] },
    },
    plugins: [
      {
        name: 'api-restart',
        // Called again when Vite restarts itself, which makes another watcher.
        configureServer({ watcher }) {
          // By itself Vite watches its root, and what the pages import.
          watcher.add(['content', 'packages'].map((name) => path.join(house, name)))
          watcher.on('all', (_event, file) => {
            const name = path.relative(house, file)
            if (apiSources.test(name) && !isTest.test(name)) void api.replace()
          })
        },
      },
    ],
  })
  const api = new ApiProcess(await servePages(await starting, config), config.siteUrl)
  await api.start()

  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, async () => {
      await api.stop()
      process.exit(0)
    })
  }
}

/** What Vite serves in place of what is built. */
const sources: RenderPage.Assets = {
  version: 'of the sources',
  script: '/app/islands.ts',
  sheet: '/app/app.css',
  scriptsOf: () => [],
}

/** Renders pages for the API from the current sources. @returns the address to ask for them. */
async function servePages(vite: ViteDevServer, config: Config): Promise<string> {
  async function answer(question: PageQuestion | undefined): Promise<PageAnswer | string[]> {
    try {
      // Each time, since an edit changes what the page imports.
      const { createRenderer } = (await vite.ssrLoadModule(
        '/app/render-page.tsx',
      )) as typeof RenderPage
      const renderer = createRenderer(servedSettings(config), sources)
      if (!question) return renderer.routes.map(({ path: pattern }) => pattern)
      const { certificatesKnown, ...asked } = question
      let certificateWanted: string | undefined
      const certificates = async (id: string): Promise<CertificateState> => {
        const known = certificatesKnown[id]
        if (!known) certificateWanted = id
        return known ?? { state: 'unavailable' }
      }
      const page = await renderer.render({ ...asked, certificates })
      return certificateWanted === undefined ? page : { certificateWanted }
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      console.error(error)
      return { failure: (error as Error).message }
    }
  }

  const pages = createServer(async (request, response) => {
    const question = request.method === 'POST' ? await json(request) : undefined
    response.end(JSON.stringify(await answer(question as PageQuestion | undefined)))
  })
  pages.listen(0, '127.0.0.1')
  await once(pages, 'listening')
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
}

let config: Config | undefined
try {
  config = readConfig(process.env)
  await serve(config)
} catch (error) {
  const sentence = explainFailure(error, config)
  if (!sentence) throw error
  console.error(`The server did not start. ${sentence}`)
  process.exit(1)
}
