import path from 'node:path'
import { createServer as createVite } from 'vite'
import type * as RenderPage from '#app/render-page.tsx'
import { servedSettings } from '../http/pages/page-renderer.ts'
import { startServer } from '../start-server.ts'
import { freePort } from './free-port.ts'

/**
 * The server while developing, one process. Pages and islands come from the sources by Vite: a change of one is
 * there at the next look, and the browser looks by itself. Everything else Node has loaded, and starts the process
 * anew when it changes (`--watch` in package.json, decision 027).
 */
const vite = await createVite({
  configFile: path.join(import.meta.dirname, '../../vite.config.ts'),
  configLoader: 'native',
  server: { middlewareMode: true, hmr: { port: await freePort() } },
  plugins: [
    {
      name: 'look-again',
      // Of what only the server renders, Vite tells no browser.
      hotUpdate({ modules, server }) {
        if (this.environment.name === 'ssr' && modules.length > 0)
          server.environments.client.hot.send({ type: 'full-reload' })
      },
    },
  ],
})

const sources: RenderPage.Assets = {
  version: 'of the sources',
  script: '/app/islands.ts',
  sheet: '/app/app.css',
  scriptsOf: () => [],
}

const loadPages = () =>
  vite.ssrLoadModule('/app/render-page.tsx') as Promise<Record<string, unknown>> as Promise<
    typeof RenderPage
  >

await startServer(async (config) => ({
  front: (request, response, next) => void vite.middlewares(request, response, next),
  // No content security policy: Vite puts styles into the page itself.
  render: async (asked) => {
    const { createRenderer } = await loadPages()
    const page = await createRenderer(servedSettings(config), sources).render(asked)
    return { status: page.status, html: page.before + page.after, headers: {} }
  },
  patterns: async () => (await loadPages()).routes.map((route) => route.path),
}))
