import { loadBuiltSite } from './http/built-site.ts'
import { startServer } from './start-server.ts'

/** Serves what `npm run build` made. */
await startServer((config, log) => loadBuiltSite('build', config, log))
