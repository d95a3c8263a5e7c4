import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '#server/config-error.ts'

const folder = path.join(import.meta.dirname, '../../build/desk')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * The desk's page at every address that is not of the API, and the files it is made of.
 *
 * @throws ConfigError where it was not built.
 */
export async function deskFiles(app: FastifyInstance): Promise<void> {
  const files = await readFiles()
  const page = files.get('/index.html')
  if (!page) throw new ConfigError('The desk has not been built here. Run "npm run build" first.')
  app.get('/*', async ({ url }, reply) => {
    const asked = url.replace(/\?.*$/s, '')
    const file = files.get(asked)
    const isMissing = !file && (asked.startsWith('/api/') || asked.startsWith('/assets/'))
    if (isMissing) return reply.code(404).send({ detail: 'There is no such address.' })
    return reply
      .type(types[file ? path.extname(asked) : '.html'] ?? 'application/octet-stream')
      .send(file ?? page)
  })
}

async function readFiles(): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(async (file) => [`/${path.relative(folder, file)}`, await readFile(file)] as const),
    ),
  )
}
