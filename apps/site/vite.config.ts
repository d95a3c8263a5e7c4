import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { version } from '@naic/platform/this-version.ts'
import { listPackages } from '../../tools/list-packages.ts'
import { namesThatStay } from '../../tools/names-that-stay.ts'
import { internshipCardsPlugin } from './tools/internship-cards.ts'
import { legalTextPlugin } from './tools/legal-text.ts'
import { oneFile } from './tools/one-file.ts'
import { programmeWordsPlugin } from './tools/programme-words.ts'
import { scenesPlugin } from './tools/scenes.ts'

/** What every page needs, and what most need and is only a few hundred bytes. */
const ofEveryPage = oneFile('site', [
  'apps/site/app/root.tsx',
  'apps/site/app/entry.client.tsx',
  'apps/site/app/page-meta.ts',
  'apps/site/app/layouts/**',
  'apps/site/app/router/**',
  'apps/site/app/server-context/**',
  'content/fill.ts',
  'packages/admissions/forms/certificate-id.ts',
  'packages/ui/button.tsx',
  'packages/ui/toast*',
  'packages/ui/spinner.tsx',
  'packages/ui/use-busy-button.ts',
  'packages/ui/lattice-star.tsx',
  'packages/ui/page-banner.tsx',
  'packages/ui/use-hydrated.ts',
  'packages/ui/use-online.ts',
  'packages/ui/on-events.ts',
  'packages/ui/field.tsx',
  'packages/ui/failure-notice.tsx',
  'packages/ui/social-icon.tsx',
  'apps/site/app/share/**',
  // All that icons share, and the icons that are on several pages.
  'node_modules/lucide-react/dist/esm/*.mjs',
  'node_modules/lucide-react/dist/esm/icons/arrow-left.mjs',
  'node_modules/lucide-react/dist/esm/icons/check.mjs',
  'node_modules/lucide-react/dist/esm/icons/link-2.mjs',
  'node_modules/lucide-react/dist/esm/icons/printer.mjs',
  'node_modules/lucide-react/dist/esm/icons/share-2.mjs',
  'node_modules/lucide-react/dist/esm/icons/shield-check.mjs',
])

/** With the helper that loads files on demand, which Vite would put in another file. */
const withLoading = {
  ...ofEveryPage,
  test: (id: string) => id.includes('vite/preload-helper') || ofEveryPage.test(id),
}

const framework = oneFile('framework', [
  'node_modules/react/**',
  'node_modules/react-dom/**',
  'node_modules/scheduler/**',
])

/** What everybody must know, wherever somebody decides to apply; the drawings; the arch of a card. */
const ofProgramme = oneFile('programme', [
  'content/programme*.{ts,json}',
  'content/en/programme-facts.json',
  'content/categories.ts',
  'apps/site/app/catalogue/call-to-apply.tsx',
  'apps/site/app/catalogue/programme-facts.tsx',
  'apps/site/app/catalogue/scene.tsx',
  'packages/ui/niche.tsx',
])

/** What several pages show of every internship; the form needs only their names, which are in its own file. */
const ofInternships = oneFile('internships', [
  'apps/site/app/catalogue/internship-parts.tsx',
  'apps/site/app/catalogue/last-list.ts',
  'apps/site/app/catalogue/save*.{ts,tsx}',
  'packages/ui/badge.tsx',
  'content/catalogue.ts',
  'node_modules/lucide-react/dist/esm/icons/arrow-right.mjs',
  'node_modules/lucide-react/dist/esm/icons/bookmark.mjs',
])
/** What `apps/site/tools/internship-cards.ts` takes out of the files is the list's alone. */
const withoutCards = {
  ...ofInternships,
  test: (id: string) => !/\?(card|search)$/.test(id) && ofInternships.test(id),
}

/**
 * What every page that checks certificates needs: the checks, without those that few need, and the looks
 * of a verdict.
 */
const verifierFile = oneFile(
  'verifier',
  [
    'packages/ledger/format/*.ts',
    'packages/ledger/verify/*.ts',
    'apps/site/app/certificate-view/*.ts',
    'apps/site/app/certificate-view/holder-name.tsx',
  ],
  [
    // The form for an ID, or a file, is there before anything is checked.
    'apps/site/app/certificate-view/use-file-drop.ts',
    'apps/site/app/certificate-view/named-witnesses.ts',
    // Only who looks at one certificate sees it drawn.
    'apps/site/app/certificate-view/certificate-shapes.ts',
    'apps/site/app/certificate-view/given-facts.ts',
    'packages/ledger/format/cryptography-library.ts',
    'packages/ledger/format/hash-address.ts',
    'packages/ledger/format/tree-growth.ts',
    'packages/ledger/format/log-restart.ts',
    'packages/ledger/format/cosignature.ts',
    'packages/ledger/format/opentimestamps.ts',
    'packages/ledger/verify/explain-restart.ts',
    'packages/ledger/verify/verify-stamp.ts',
    'packages/ledger/verify/witness-policy.ts',
    'packages/ledger/verify/witness-sightings.ts',
    'packages/ledger/verify/read-certificate-file.ts',
    'packages/ledger/verify/embedded-files.ts',
  ],
)

/** The commit's time, where a release is made (https://reproducible-builds.org/specs/source-date-epoch). */
const { SOURCE_DATE_EPOCH: sourceDate } = process.env
const builtAt = sourceDate ? new Date(Number(sourceDate) * 1000) : new Date()

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // It is outside this folder, where Vite would leave what an older build made.
  build: {
    emptyOutDir: true,
    // A font in the sheet itself is not what the pages' security policy lets in.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  plugins: [
    tailwindcss(),
    programmeWordsPlugin(),
    internshipCardsPlugin(),
    scenesPlugin(),
    legalTextPlugin(),
    smallRouterPlugin(),
    plainIconsPlugin(),
    reactRouter(),
    withoutOldRenderer(),
    listPackages('pages'),
  ],
  define: {
    BUILT_ON: JSON.stringify(builtAt.toISOString().slice(0, 10)),
    VERSION: JSON.stringify(version),
  },
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
    // What the pages use of their packages is built into them: of thousands of icons those that are
    // shown, and React's build for production, whatever the environment says where they are rendered.
    ssr:
      command === 'build'
        ? {
            resolve: { noExternal: true },
            build: {
              rolldownOptions: { output: { minify: namesThatStay } },
            },
            define: { 'process.env.NODE_ENV': JSON.stringify('production') },
          }
        : {},
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files: on a slow line each one costs more than its bytes. What every page
            // needs is one file of ours and one of the framework's.
            codeSplitting: {
              groups: [framework, withLoading, ofProgramme, withoutCards, verifierFile],
            },
          },
        },
      },
    },
  },
}))

/** In the browser the pages have a small router of ours in React Router's place (decision 103). */
function smallRouterPlugin(): Plugin {
  return {
    name: 'small-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source) {
      if (!/^react-router(\/dom)?$/.test(source)) return null
      return path.join(import.meta.dirname, 'app/router/browser-router.tsx')
    },
  }
}

/** React loads an older renderer beside the one for streams, a fifth of its code, which nothing here uses. */
function withoutOldRenderer(): Plugin {
  return {
    name: 'without-old-renderer',
    apply: 'build',
    load: (id) => (/react-dom-server-legacy\.[\w.]+\.js$/.test(id) ? 'module.exports = {}' : null),
  }
}

/**
 * Draws icons without what no page uses of lucide-react: classes with the icons' names, a context,
 * strokes that do not scale, a React element for each line. The lines of an icon never change: they are
 * one text, which also hydrates at once.
 */
function plainIconsPlugin(): Plugin {
  const drawing = `
    import { createElement } from 'react'
    const shape = {
      width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor',
      strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true,
    }
    export default (lines) => (props) =>
      createElement('svg', { ...shape, ...props, dangerouslySetInnerHTML: { __html: lines } })
  `
  const lineOf = ([tag, attributes]: Line): string => {
    const own = Object.entries(attributes).filter(([name]) => name !== 'key')
    return `<${tag} ${own.map(([name, value]) => `${name}="${value}"`).join(' ')}/>`
  }
  return {
    name: 'plain-icons',
    apply: 'build',
    async transform(code, id) {
      if (id.endsWith('/lucide-react/dist/esm/createLucideIcon.mjs')) {
        if (!code.includes('icon: iconData')) this.error('lucide-react does not draw as it did.')
        return { code: drawing, map: null }
      }
      if (!/\/lucide-react\/dist\/esm\/icons\/.*\.mjs$/.test(id) || !code.includes('= {'))
        return null
      const { __iconData: icon } = (await import(id)) as { __iconData?: { node: Line[] } }
      const lines = icon?.node.map(lineOf).join('') ?? ''
      if (!/^(<[a-z]+( [a-z\d]+="[\w .,#-]+")+\/>)+$/.test(lines))
        this.error(`${id} is no icon as it was.`)
      const lined = `import draw from '../createLucideIcon.mjs'
        export default /* @__PURE__ */ draw(${JSON.stringify(lines)})`
      return { code: lined, map: null }
    },
  }
}

/** A line of an icon: its tag and attributes. */
type Line = [tag: string, attributes: Record<string, string>]
