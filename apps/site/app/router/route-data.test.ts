import { createRequestHandler, data, type ServerBuild } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorResponse, readRouteData } from './route-data.ts'

afterEach(() => vi.restoreAllMocks())

/** @returns what React Router sends as the data of a page with this loader. */
async function sent(loader: () => unknown): Promise<string> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const build = {
    entry: { module: { default: () => new Response() } },
    routes: { root: { id: 'root', path: '', module: { default: () => null, loader } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    basename: '/',
    future: {},
    prerender: [],
    publicPath: '/',
    routeDiscovery: { mode: 'initial' },
    ssr: true,
  } as unknown as ServerBuild
  const handle = createRequestHandler(build, 'production')
  return (await handle(new Request('http://localhost/_.data'))).text()
}

test('what a loader gives is read as it was', async () => {
  const given = {
    text: 'नमस्ते "you"',
    list: [1, -1, 0.5, [], ['again', 'again']],
    nothing: null,
    left: undefined,
    yes: true,
    deep: { text: 'नमस्ते "you"', same: { of: {} } },
  }
  expect(readRouteData(await sent(() => given))).toEqual({ root: { data: given } })
})

test('a loader that refuses a page says with which status', async () => {
  const refuse = () => {
    throw data({ why: 'gone' }, { status: 410 })
  }
  const error = new ErrorResponse(410, { why: 'gone' })
  expect(readRouteData(await sent(refuse))).toEqual({ root: { error } })
})

test('of a loader that fails, the message stays on the server', async () => {
  const fail = () => {
    throw new Error('password in it')
  }
  const text = await sent(fail)
  expect(text).not.toContain('password')
  expect(readRouteData(text)).toEqual({ root: { error: expect.any(Error) } })
})

test.each([new Date(), new Map(), Number.NaN, Promise.resolve(1)])(
  'what no loader of ours gives is refused, not misread: %s',
  async (given) => {
    const text = await sent(() => ({ given }))
    expect(() => readRouteData(text)).toThrow(SyntaxError)
  },
)
