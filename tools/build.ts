import { spawnSync } from 'node:child_process'

/** Makes the site in `build/`: the pages, their pictures and lists, and the server's program. */
const steps = [
  'node tools/check-content.ts',
  'node tools/subset-heading-font.ts',
  'react-router build',
  // What the bundler leaves to do in the pages.
  'node tools/merge-facades.ts',
  'node tools/list-inline-scripts.ts',
  'node tools/list-page-styles.ts',
  // What is made of `content/`.
  'node tools/make-site-lists.ts',
  'node tools/make-icons.ts',
  'node tools/make-share-pictures.ts',
  // After all that is served.
  'node tools/compress-assets.ts',
  'node tools/bundle-server.ts',
]

// npm says where `react-router` is.
for (const step of steps) {
  const { status } = spawnSync(step, { shell: true, stdio: 'inherit' })
  if (status === 0) continue
  console.error(`The build stopped at: ${step}`)
  process.exit(1)
}
