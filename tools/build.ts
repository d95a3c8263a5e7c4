import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Makes all that runs, in `build/`: the pages, their pictures and lists, the server's program
 * and the desk. What does not need each other is made at the same time.
 */
const underWay = new Set<ChildProcess>()
const publicFiles = await mkdtemp(path.join(tmpdir(), 'public-files-'))

await rm('build', { recursive: true, force: true })
await run('node apps/site/tools/check-content.ts')
await run('node apps/site/tools/subset-heading-font.ts')
await Promise.all([
  // npm knows where `vite` is.
  run('vite build --app apps/site'),
  run(`node apps/site/tools/make-public-files.ts ${publicFiles}`),
])
await cp(publicFiles, 'build/client', { recursive: true })
await rm(publicFiles, { recursive: true })
await Promise.all([
  run('node apps/site/tools/finish-pages.ts'),
  run('node tools/bundle-program.ts'),
  run('vite build --config apps/office/desk/vite.config.ts'),
])

async function run(step: string) {
  // `exec`, so that stopping it stops the step, and not only the shell that began it.
  const child = spawn(`exec ${step}`, { shell: true, stdio: 'inherit' })
  underWay.add(child)
  const [status] = await once(child, 'exit')
  underWay.delete(child)
  if (status === 0) return
  for (const other of underWay) other.kill()
  await rm(publicFiles, { recursive: true, force: true })
  console.error(`The build stopped at: ${step}`)
  process.exit(1)
}
