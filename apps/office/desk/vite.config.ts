import { cp } from 'node:fs/promises'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { cssTarget } from '../../../tools/css-target.ts'
import { listPackages } from '../../../tools/list-packages.ts'

const folder = path.join(import.meta.dirname, '../../../build/desk')

/** The desk's page: files that `council desk` serves, apart from all that visitors get. */
export default defineConfig({
  root: path.join(import.meta.dirname, 'page'),
  publicDir: false,
  logLevel: 'warn',
  plugins: [tailwindcss(), partsOfPdf(), listPackages('desk')],
  worker: { plugins: () => [listPackages('desk-worker')] },
  build: {
    outDir: folder,
    emptyOutDir: true,
    cssTarget,
    // What is in the page itself the policy of the desk would not let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // It comes from this machine.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      // "use client" means nothing here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
})

/** Scripts in PDFs, which are not run; and what is for browsers without WebAssembly, or where a policy forbids it. */
const neverAskedFor = /quickjs|nowasm/i

/** What is needed to draw some PDFs: fonts that they leave out, tables of letters, pictures' decoders. */
function partsOfPdf(): Plugin {
  return {
    name: 'parts-of-pdf',
    async closeBundle() {
      for (const part of ['wasm', 'standard_fonts', 'cmaps']) {
        const from = path.join(import.meta.dirname, '../../../node_modules/pdfjs-dist', part)
        await cp(from, path.join(folder, 'pdf', part), {
          recursive: true,
          filter: (file) => !neverAskedFor.test(file),
        })
      }
    },
  }
}
