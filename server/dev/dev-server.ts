import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { createServer as createVite } from 'vite'
import { type Config, readConfig } from '../config.ts'
import { explainFailure } from '../explain-failure.ts'
import { ApiProcess } from './api-process.ts'
import { createDevPages, type PageLine } from './dev-pages.ts'
import { passOn } from './pass-on.ts'
import { QuestionLine } from './question-line.ts'

/**
 * The server while developing. Pages come from the sources with hot reload: Vite and the address
 * that is listened on live in this process for as long as one works. The API is a process of its
 * own, the same as in production, which a change of its files replaces (decision 020).
 */

/** What the API is made of: all that the import law lets `server/` use, and the page's paths. */
const apiSources = /^((server|forms|credential|content|app\/server-context)\/|app\/routes\.ts$)/
const isTest = /\.test\.tsx?$/
const root = path.join(import.meta.dirname, '../..')

async function serve(config: Config): Promise<void> {
  const server = createServer(async (request, response) => {
    const { middlewares } = await starting
    middlewares(request, response, () => void passOn(request, response, api))
  })
  server.listen({ host: config.host, port: config.port })
  await once(server, 'listening')

  const starting = createVite({
    root,
    appType: 'custom',
    server: {
      middlewareMode: true,
      hmr: { server },
      watch: { ignored: [`${config.dataDir}/**`] },
    },
    plugins: [
      {
        name: 'api-restart',
        // Asked anew when Vite restarts itself, which makes another watcher.
        configureServer({ watcher }) {
          watcher.on('all', (_event, file) => {
            const name = path.relative(root, file)
            if (apiSources.test(name) && !isTest.test(name)) void api.replace()
          })
        },
      },
    ],
  })
  const pages = createDevPages(await starting)
  const api = new ApiProcess(config, (child) => {
    const line: PageLine = new QuestionLine(child, (question) => pages(question, line))
  })
  await api.start()

  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, async () => {
      await api.stop()
      process.exit(0)
    })
  }
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
