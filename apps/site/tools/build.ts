import { spawnSync } from 'node:child_process'

/** Makes the site in `build/`: the pages, their pictures and lists, and the server's program. */
const steps = [
  'node apps/site/tools/check-content.ts',
  'node apps/site/tools/subset-heading-font.ts',
  'react-router build apps/site',
  // What the bundler leaves to do in the pages.
  'node apps/site/tools/merge-facades.ts',
  'node apps/site/tools/list-inline-scripts.ts',
  'node apps/site/tools/list-page-styles.ts',
  // What is made of `content/`.
  'node apps/site/tools/make-site-lists.ts',
  'node apps/site/tools/make-icons.ts',
  'node apps/site/tools/make-share-pictures.ts',
  // After all that is served.
  'node apps/site/tools/compress-assets.ts',
  'node apps/site/tools/bundle-server.ts',
]

// npm says where `react-router` is.
for (const step of steps) {
  const { status } = spawnSync(step, { shell: true, stdio: 'inherit' })
  if (status === 0) continue
  console.error(`The build stopped at: ${step}`)
  process.exit(1)
}
