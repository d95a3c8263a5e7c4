import path from 'node:path'
import { loadBuiltSite } from './http/pages/built-site.ts'
import { startServer } from './start-server.ts'

const build = path.join(import.meta.dirname, '../../../build')

/** Serves what `npm run build` made. */
await startServer((config, log) => loadBuiltSite(build, config, log))
