import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'
import { spellings } from '@naic/test/support/path-spellings.ts'
import { findRoute, type ListedRoute } from './find-route.ts'
import routes from '../routes.ts'

/** As React Router's manifest lists them for the browser, and as its router on the server has them. */
const listed: Record<string, ListedRoute> = {}
const files = { module: '', imports: [], hasLoader: false, hasClientLoader: false }
list([{ id: 'root', file: '', path: '', children: routes }])

function list(entries: RouteConfigEntry[], parentId?: string): void {
  for (const { id, file, path, index, children = [] } of entries) {
    const route: ListedRoute = { id: id ?? file, ...files }
    if (parentId !== undefined) route.parentId = parentId
    if (path !== undefined) route.path = path
    if (index) route.index = true
    listed[route.id] = route
    list(children, route.id)
  }
}

const onServer = (parentId?: string): RouteObject[] =>
  Object.values(listed)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => {
      if (index) return { id, index }
      return Object.assign({ id, children: onServer(id) }, path === undefined ? {} : { path })
    })

const addresses = [
  ...Object.values(listed).map(({ path = '' }) => `/${path.replace('/:id?', '')}`),
  '/verify/NAIC25A7K2M',
  '/verify/a%2Fb',
  '/verify/one/two',
  '/verify/',
  '/verify//',
  '/verify/%',
  '/internships/7',
  '/internships/7/poster',
  '/internships/',
  '/internships/%E0%A4%A',
  '/about/us',
  '/nothing',
  '/caf%C3%A9',
  '/%0A',
  '//',
]

test.each(Object.keys(spellings))('the browser finds what the server finds: %s', (spelling) => {
  // React Router warns of what cannot be decoded.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (const address of addresses) {
    const pathname = (spellings[spelling] ?? String)(address).replace(/[?#].*$/s, '')
    // A browser has no other in its address.
    if (!pathname.startsWith('/')) continue
    const found = findRoute(listed, pathname).map(({ route, params }) => ({ id: route.id, params }))
    const expected = matchRoutes(onServer(), pathname) ?? []
    const params = { ...expected.at(-1)?.params }
    expect(found, pathname).toEqual(expected.map(({ route: { id } }) => ({ id, params })))
  }
})
