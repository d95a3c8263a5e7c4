import { loadBuiltSite } from './http/pages/built-site.ts'
import { startServer } from './start-server.ts'

/** Serves what `npm run build` made. */
await startServer((config, log) => loadBuiltSite('build', config, log))
