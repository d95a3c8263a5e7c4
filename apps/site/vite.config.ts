import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { cssTarget } from '../../tools/css-target.ts'
import { listPackages } from '../../tools/list-packages.ts'
import { namesThatStay } from '../../tools/names-that-stay.ts'
import { contentPlugin } from './tools/content-plugin.ts'

/** "use client" means nothing here, and the server needs at once what the browser loads later. */
const usual = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT'])

/** The pages: what the server renders them with, and the islands that the browser brings to life. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  build: {
    // Outside of this folder, where Vite would leave what an older build made.
    emptyOutDir: true,
    cssTarget,
    // A font in the sheet itself is not what the pages' security policy lets in.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  plugins: [tailwindcss(), contentPlugin(), listPackages('pages')],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: '../../build/client',
        manifest: 'islands.json',
        rolldownOptions: {
          input: 'app/islands.ts',
          // On a slow line each file costs more than its bytes: what the entry shares with
          // the islands, React, and the small parts of several islands are one file each.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'first',
                  test: /\/preload-helper|\/site-settings\.ts|\/today\.tsx|\/saved-ids\.ts/,
                },
                { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
                { name: 'checks', test: /\/packages\/ledger\//, minShareCount: 3 },
                { name: 'parts', test: /\/lucide\/|\/packages\/ui\//, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    // What the pages use of their packages is built into them: of thousands of icons those that are shown, and
    // React's build for production, whatever the environment says where they are rendered.
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true },
            build: {
              outDir: '../../build/server',
              rolldownOptions: {
                input: 'app/render-page.tsx',
                onLog: (level, log, handle) => {
                  if (!usual.has(log.code ?? '')) handle(level, log)
                },
                output: { entryFileNames: 'index.js', minify: namesThatStay, charset: 'ascii' },
              },
            },
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          }
        : {},
  },
}))
