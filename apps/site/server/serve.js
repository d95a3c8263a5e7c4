import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Starts what the build made of `apps/site/server/main.ts` (decision 027). Plain JavaScript, as that is: of a
 * single file with types in it Node would take 10 MB more.
 */
const program = path.join(import.meta.dirname, '../../../build/program/main.js')

if (!existsSync(program)) {
  console.error(`The server did not start. ${program} is not there. Run "npm run build" first.`)
  process.exit(1)
}
// Traces then name the sources, for every module that is loaded from here on.
process.setSourceMapsEnabled(true)
await import(pathToFileURL(program).href)
