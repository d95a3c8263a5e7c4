import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { legalTextPlugin } from './tools/legal-text-plugin.ts'
import { programmeWordsPlugin } from './tools/programme-words.ts'

/** What every page needs, and what most need and is only a few hundred bytes. */
const ofEveryPage = new RegExp(
  [
    '/app/(root|entry.client|page-meta|layouts/|server-context/)',
    '/app/ui/(button|toast|spinner|lattice-star|page-banner)',
    // All that icons share, and the icons that are on several pages.
    '/lucide-react/dist/esm/(?!icons/)',
    '/lucide-react/dist/esm/icons/(arrow-left|check|shield-check)[.]',
  ].join('|'),
)

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
                  test: ofEveryPage,
                },
              ],
            },
          },
        },
      },
    },
  },
})
