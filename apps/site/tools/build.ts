import { spawnSync } from 'node:child_process'
import { finishPages } from './finish-pages.ts'

/** Makes the site in `build/`: the pages, their pictures and lists, and the server's program. */
run('node apps/site/tools/check-content.ts')
run('node apps/site/tools/subset-heading-font.ts')
// npm knows where `react-router` is.
run('react-router build apps/site')
run('node apps/site/tools/make-public-files.ts')
await finishPages()
run('node apps/site/tools/bundle-worker.ts')
run('node apps/site/tools/bundle-server.ts')

function run(step: string) {
  if (spawnSync(step, { shell: true, stdio: 'inherit' }).status === 0) return
  console.error(`The build stopped at: ${step}`)
  process.exit(1)
}
