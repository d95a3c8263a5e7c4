import { readdir, readlink, rename } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { justOne, startApi } from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { version } from '@naic/store/this-version.ts'
import { healthRoutes } from './health-routes.ts'

const api = allTests(() => startApi())

const ask = async (address: string) => (await fetch(api.url + address)).json()
const up = { status: 'up', version, commit: 'none' }

/** Statuses in words; a server that is not ready is up all the same. */
async function expectNotReady() {
  expect((await fetch(`${api.url}/ready`)).status).toBe(503)
  expect(await ask('/ready')).toEqual({ status: 'not ready' })
  expect(await ask('/healthz')).toEqual(up)
}
const expectReady = async () => expect(await ask('/ready')).toEqual({ status: 'ready' })

test('a server that can keep what is sent is up and ready', async () => {
  expect(await ask('/healthz')).toEqual(up)
  expect((await fetch(`${api.url}/ready`)).status).toBe(200)
  await expectReady()
})

test.each(['resumes', 'tmp'])('while the folder %s is away it is not ready', async (name) => {
  const folder = path.join(api.dataDir, name)
  await rename(folder, `${folder}-away`)
  await expectNotReady()
  await rename(`${folder}-away`, folder)
  await expectReady()
})

test('being asked leaves nothing behind, and no folder open', async () => {
  await api.post(formData())
  await Promise.all(Array.from({ length: 20 }, () => ask('/ready')))
  const open = await readdir('/proc/self/fd')
  const places = await Promise.all(
    open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  expect(places.filter((place) => place.startsWith(path.join(api.dataDir, 'resumes')))).toEqual([])
  expect(await api.kept()).toEqual(justOne)
})

test('while another program keeps the database locked, it is not ready', async () => {
  // The server may be writing itself just then.
  const other = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'), { timeout: 10_000 })
  other.exec('BEGIN IMMEDIATE')
  await expectNotReady()
  other.close()
  await expectReady()
})

test('while it stops it is not ready', async () => {
  const app = fastify({ return503OnClosing: false })
  healthRoutes(app, api.services)
  let [url, status] = ['', 0]
  app.addHook('preClose', async () => {
    status = (await fetch(`${url}/ready`)).status
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  await app.close()
  expect(status).toBe(503)
})
