import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServerProcess } from '#support/run-server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'naic-production-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Has the server say, at its end, which files of React ran; Node reads others for their names. */
const listReact = `data:text/javascript,${encodeURIComponent(`
  import Module from 'node:module'
  process.on('exit', () => {
    for (const [file, { loaded }] of Object.entries(Module._cache)) {
      if (loaded && file.includes('/react')) console.error(file)
    }
  })
`)}`

test.each<[string, Record<string, string>]>([
  ['is not set', {}],
  ['is left over from developing', { NODE_ENV: 'development' }],
])('pages are rendered by the production build of React where NODE_ENV %s', async (_what, set) => {
  const settings = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${listReact}`, ...set }
  const server = new ServerProcess(settings)
  const url = await server.listening()
  expect((await fetch(`${url}/verify/NONE`)).status).toBe(404)
  server.signal('SIGTERM')
  await server.ending
  expect(server.errors).toMatch(/react-dom-server[^/]*[.]production[.]js/)
  expect(server.errors).not.toContain('.development.')
})

/** Fails in the middle of a start, in a way that no setting can mend. */
const failToListen = `data:text/javascript,${encodeURIComponent(`
  import http from 'node:http'
  import { syncBuiltinESMExports } from 'node:module'
  http.createServer = () => { throw new Error('A fault on trial') }
  syncBuiltinESMExports()
`)}`

test('a fault is told with the lines of the sources, not of what was built', async () => {
  const server = new ServerProcess({
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${failToListen}`,
  })
  await server.ending
  expect(server.errors).toContain('A fault on trial')
  expect(server.errors).toMatch(/packages\/platform\/web\/http-server[.]ts:\d+:\d+/)
  expect(server.errors).not.toContain('build/program')
})

test('what was not built is not started, which a sentence says', async () => {
  await cp('apps/site/server/serve.js', path.join(dataDir, 'apps/site/server/serve.js'))
  const command = ['node', path.join(dataDir, 'apps/site/server/serve.js')]
  const server = new ServerProcess({ DATA_DIR: dataDir }, { command })
  expect(await server.ending).toEqual({ status: 1, signal: null })
  expect(server.errors).toMatch(/^The server did not start[.] .+"npm run build" first[.]\n$/)
})
