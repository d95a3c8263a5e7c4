import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The desk's page: files that `council desk` serves, apart from all that visitors get. */
export default defineConfig({
  root: path.join(import.meta.dirname, 'page'),
  publicDir: false,
  logLevel: 'warn',
  plugins: [tailwindcss()],
  build: {
    outDir: path.join(import.meta.dirname, '../build/desk'),
    emptyOutDir: true,
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
