import { fastify, type FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { everyRight, everyRole, notYours, type Right, rightsOf } from '#staff/roles.ts'
import { readConfig } from '@naic/house/config.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { guardApi, guardDesk } from './desk-gate.ts'
import { deskRoutes } from './desk-routes.ts'
import { openDeskServices } from './desk-services.ts'

/** One of the rights is enough. */
type Route = { method: string; url: string; rights: Right[] }

/** Lets in who names what they may do, so that every person can be tried. */
const personOf = async ({ headers: { 'x-rights': given } }: FastifyRequest) =>
  typeof given === 'string' ? { ...kabir, rights: given.split(',') as Right[] } : undefined
const kabir = { name: 'kabir', id: '', sessionId: '', passkeyId: '' }

test('a route that names no right stops the start', () => {
  const app = fastify()
  guardApi(app, personOf)
  const add = () => app.get('/api/everything', () => 'told')
  expect(add).toThrow('GET /api/everything names no right that it asks for.')
})

describe('every route, asked by everybody', () => {
  const data = allTests(newDataFolder)
  const services = allTests(() => openDeskServices(readConfig({ DATA_DIR: data.path })))
  const routes: Route[] = []
  const app = allTests(async () => {
    const desk = fastify()
    guardDesk(desk, 'http://127.0.0.1')
    desk.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat())
        routes.push({ method: one, url, rights: [config?.right].flat() as Right[] })
    })
    guardApi(desk, personOf)
    deskRoutes(desk, services)
    await desk.ready()
    return desk
  })

  const ask = ({ method, url }: Route, rights: readonly Right[] | undefined, body = {}) =>
    app.inject({
      method: method as 'GET',
      url: url.replaceAll(/:\w+/g, 'none'),
      headers: {
        host: '127.0.0.1',
        'content-type': 'application/json',
        ...(rights && { 'x-rights': rights.join() }),
      },
      ...(method === 'GET' || method === 'HEAD' ? {} : { payload: JSON.stringify(body) }),
    })

  test('who lacks its right is refused in a sentence, and everybody else is answered', async () => {
    expect(routes.length).toBeGreaterThan(20)
    const people = [...everyRole.map((role) => rightsOf([role])), everyRight, []]
    for (const route of routes) {
      for (const rights of people) {
        const { statusCode, body } = await ask(route, rights)
        const asked = `${route.method} ${route.url} by ${rights.join()}: ${body}`
        const isTheirs = route.rights.some((right) => rights.includes(right))
        if (isTheirs) expect([401, 403], asked).not.toContain(statusCode)
        else expect(statusCode, asked).toBe(403)
        const [first = 'read'] = route.rights
        if (statusCode === 403 && body) expect(JSON.parse(body).detail).toBe(notYours(first))
      }
      expect((await ask(route, undefined)).statusCode).toBe(401)
    }
  })

  test('a file that somebody asked for is not taken once they may no longer have it', async () => {
    const made = { method: 'POST', url: '/api/exports/applications', rights: [] }
    const { id } = (await ask(made, ['keep'], { query: '' })).json<{ id: string }>()
    const file = { method: 'GET', url: `/api/exports/${id}`, rights: [] }
    expect((await ask(file, ['read', 'issue'])).statusCode).toBe(404)
    expect((await ask(file, ['keep'])).statusCode).toBe(200)
  })

  test('no list is searched for more words than its database takes', async () => {
    for (const list of ['applications', 'certificates', 'messages', 'letters']) {
      const url = `/api/${list}?text=${'a+'.repeat(1200)}`
      const { statusCode, body } = await ask({ method: 'GET', url, rights: [] }, everyRight)
      expect([list, statusCode, body]).toEqual([list, 400, expect.stringContaining('500 letters')])
    }
  })

  test('nothing but reading is open to those who only read', () => {
    const changing = routes.filter(({ method }) => !['GET', 'HEAD'].includes(method))
    expect(changing.length).toBeGreaterThan(5)
    // It only reads: what is looked for comes in a body, since an address would be in logs.
    const reading = { method: 'POST', url: '/api/find', rights: ['read'] }
    expect(changing.filter(({ rights }) => rights.includes('read'))).toEqual([reading])
  })
})
