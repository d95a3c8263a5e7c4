import path from 'node:path'
import { build } from 'vite'

/**
 * Makes the command `ledger` out of its sources, as plain JavaScript that runs in any folder: Node takes
 * no types away below `node_modules`. npm runs it before it packs the package.
 */
const root = path.resolve(import.meta.dirname, '../packages/ledger')

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  root,
  build: {
    ssr: 'command/ledger.ts',
    outDir: 'build',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
  },
})
