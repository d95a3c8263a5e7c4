import { enableCompileCache } from 'node:module'
import path from 'node:path'

/** The council’s command line: `bin/council COMMAND …`, or `npm run --silent council -- COMMAND …` in a copy of the project. */

const project = path.join(import.meta.dirname, '../../..')

// Most of the time of a short command is Node's reading of the sources; what is built has a sixth of it.
// Where this may not be written to, they are read each time.
const isBuilt = import.meta.env?.PROD === true
if (!isBuilt) enableCompileCache(path.join(project, 'node_modules/.cache/council'))

// npm runs a script in the project's folder; a file is named from where the words were typed.
const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env
if (script === 'council' && folder !== undefined) process.chdir(folder)

const { Run } = await import('./command-run.ts')
const { runCommandLine } = await import('./command-line.ts')

const run = new Run(process, project)

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has had enough, as in `council journal | head`.
  if (error.code === 'EPIPE') process.exit(run.exitCode)
  console.error(`What was to be printed could not be written (${error.message}).`)
  process.exit(1)
})

await runCommandLine(process.argv.slice(2), run)
process.exitCode = run.exitCode
// What did not answer in time, such as a relay that "doctor" asked, may still hold the process.
setTimeout(() => process.exit(), 1_000).unref()
