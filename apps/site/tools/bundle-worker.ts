import { build } from 'vite'
import { listPackages } from '../../../tools/list-packages.ts'

/** Makes one small script of the worker, beside the pages: the server finishes it at its start. */
await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [listPackages('service-worker')],
  build: {
    outDir: 'build',
    emptyOutDir: false,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      input: 'apps/site/worker/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})
