import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { finishPage } from './http/pages/finish-page.ts'
import { createPageRenderer } from './http/pages/page-renderer.ts'
import { realPagePath } from './http/pages/real-path.ts'
import { startServer } from './start-server.ts'

/**
 * The server while developing: the same API on the same data folder, and pages from the
 * sources with hot reload. A change of the server's own files restarts it (`npm run dev`).
 */
await startServer(async (config) => {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  const current = () =>
    vite.ssrLoadModule(
      'virtual:react-router/server-build',
    ) as Promise<unknown> as Promise<ServerBuild>
  const renderer = createPageRenderer(await current(), current)
  return {
    front: (request, response, next) => vite.middlewares(request, response, next),
    renderer,
    realPath: (pathname) => realPagePath(renderer.patterns, pathname),
    // No content security policy: Vite puts styles into the page itself.
    finish: (rendered) => ({ ...finishPage(rendered, [], config), headers: {} }),
  }
})
