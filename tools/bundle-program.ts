import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { build, type Plugin } from 'vite'
import { listPackages } from './list-packages.ts'
import { namesThatStay } from './names-that-stay.ts'

/**
 * Makes the programs that a release runs: the server, and the command line with the desk's server. They
 * and what they import become plain JavaScript, which Node reads in a third of the time and memory that
 * the sources take (decision 027). In the repository the command line runs from the sources as well.
 */
const folder = 'build/program'

/** Every thread and process is a program of its own, found by its name. */
const programs = [
  'apps/site/server/main.ts',
  'apps/office/cli/council.ts',
  'apps/site/server/registry-process.ts',
  'apps/office/desk/serve/forget-thread.ts',
  'packages/store/database/sqlite/sqlite-worker.ts',
  'packages/store/sheets/table-worker.ts',
  'apps/site/server/pictures/drawing-process.ts',
  'apps/site/server/http/pages/packing-process.ts',
]

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [keepPlaces(), placesOfOurs(), listPackages('program'), filesOfPackages()],
  // Whatever the environment says where it runs.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  // It finds its machine code by itself.
  ssr: { noExternal: true, external: ['@resvg/resvg-js'] },
  build: {
    ssr: true,
    outDir: folder,
    sourcemap: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      // "use client" means nothing here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
      input: programs,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // A trace needs places, not the texts there: half of what the maps would weigh.
        sourcemapExcludeSources: true,
        minify: namesThatStay,
        // V8 keeps such a text in one byte a letter.
        charset: 'ascii',
      },
    },
  },
})

// Functions still have their names, so that those in the maps, half of what they weigh, are not needed.
for (const file of globSync(`${folder}/*.map`)) {
  const map = JSON.parse(readFileSync(file, 'utf8')) as { names: string[]; mappings: string }
  const unnamed = decode(map.mappings).map((line) =>
    line.map((segment) => segment.slice(0, 4) as typeof segment),
  )
  writeFileSync(file, JSON.stringify({ ...map, names: [], mappings: encode(unnamed) }))
}

/**
 * In the program, our modules still know where their source is, and their threads. Any other use of
 * `import.meta` would be about another file, and stops the build.
 */
function keepPlaces(): Plugin {
  const root = path.resolve('.')
  const thread = /(new URL\('\.\/([\w-]+))\.ts', import\.meta\.url\)/g
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('/node_modules/')) return null
      const inRoot = path.relative(root, path.dirname(id))
      for (const [, , name] of code.matchAll(thread)) {
        const started = `${inRoot}/${name}.ts`
        if (!programs.includes(started)) this.error(`${started} is started: add it to programs.`)
      }
      if (/import\.meta\.(url|filename|resolve)/.test(code.replaceAll(thread, ''))) {
        this.error(`${id} makes of import.meta what tools/bundle-program.ts does not know.`)
      }
      const place = path.relative(folder, inRoot)
      const kept = code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${place}')`)
        .replaceAll(thread, "$1.js', import.meta.url)")
      return kept === code ? null : { code: kept, map: null }
    },
  }
}

/** A trace names the lines of our sources. Those of packages would be four fifths of the maps. */
function placesOfOurs(): Plugin {
  return {
    name: 'places-of-ours',
    transform: (code, id) =>
      id.includes('/node_modules/') ? { code, map: { mappings: '' } } : null,
  }
}

/** What packages read beside themselves, as they name it. */
function filesOfPackages(): Plugin {
  const files = {
    'harfbuzz.wasm': 'harfbuzzjs/dist/harfbuzz.wasm',
    'data/sRGB_IEC61966_2_1.icc': 'pdfkit/js/data/sRGB_IEC61966_2_1.icc',
  }
  return {
    name: 'files-of-packages',
    async generateBundle() {
      for (const [fileName, of] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: await readFile(`node_modules/${of}`) })
      }
    },
  }
}
