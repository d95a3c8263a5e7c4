import { createElement } from 'react'
import type { ServerBuild } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import * as entry from './entry.server.tsx'
import { SiteError } from './layouts/site-error.tsx'
import { noLookup } from './server-context/load-context.ts'
import { placeholders } from './server-context/site-settings.ts'

afterEach(() => vi.restoreAllMocks())

/** A site of one page, which fails. */
const build = {
  entry: { module: entry },
  routes: {
    root: {
      id: 'root',
      path: '',
      module: {
        default: () => createElement('p', null, 'a page'),
        ErrorBoundary: SiteError,
        loader: () => {
          throw new Error('out of order')
        },
      },
    },
  },
  assets: {
    entry: { imports: [], module: '' },
    routes: { root: { id: 'root', path: '', module: '', hasLoader: true, hasErrorBoundary: true } },
    url: '',
    version: '',
  },
  basename: '/',
  future: {},
  isSpaMode: false,
  prerender: [],
  publicPath: '/',
  assetsBuildDirectory: '',
  routeDiscovery: { mode: 'initial' },
  ssr: true,
} as unknown as ServerBuild

test('a page that fails says by which reference the staff find it, and so does the log', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const handle = entry.createPageHandler(() => Promise.resolve(build), {
    ...placeholders,
    codeOf: (path) => path,
  })
  const request = new Request('http://localhost/')
  const answer = await handle(request, 'a-nonce', undefined, noLookup, '7K3F9QXM2P')
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('<p>Reference: 7K3F9QXM2P</p>')
  expect(told.mock.calls.map(([sentence]) => sentence)).toContain(
    'A page failed; its request is 7K3F9QXM2P:',
  )
})
