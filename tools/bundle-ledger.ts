import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'

/**
 * Makes the package of the command `ledger`, to be handed out: plain JavaScript that runs in any folder,
 * since Node takes no types away below `node_modules`, with what it needs in it, so that it installs
 * without a network.
 */
const root = path.resolve(import.meta.dirname, '../packages/ledger')
const made = path.join(root, 'build')

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  root,
  ssr: { noExternal: true },
  build: {
    ssr: 'command/ledger.ts',
    outDir: 'build',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
  },
})
const { name, version, description, license, type, engines } = JSON.parse(
  await readFile(path.join(root, 'package.json'), 'utf8'),
)
const about = { name, version, description, license, type, engines, bin: { ledger: 'ledger.js' } }
await writeFile(path.join(made, 'package.json'), JSON.stringify(about, null, 2))
await cp(path.join(root, 'README.md'), path.join(made, 'README.md'))
