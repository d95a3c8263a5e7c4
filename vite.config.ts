import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { legalTextPlugin } from './tools/legal-text-plugin.ts'
import { programmeWordsPlugin } from './tools/programme-words.ts'

export default defineConfig({
  plugins: [tailwindcss(), programmeWordsPlugin(), legalTextPlugin(), reactRouter()],
  define: { BUILT_ON: JSON.stringify(new Date().toISOString().slice(0, 10)) },
  // Known from the start, so that the first page of `npm run dev` is not loaded twice.
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'lucide-react',
      'valibot',
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files: on a slow line each one costs more than its bytes. What every page
            // needs is one file of ours and one of the framework's.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: 'site',
                  test: /\/app\/(root|entry\.client|page-meta|layouts\/|seam\/|ui\/(button|toast))/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
