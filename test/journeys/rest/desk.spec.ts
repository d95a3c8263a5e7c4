import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OpenDesk } from '#support/open-desk.ts'
import { goToDesk, sendAsRavi, test } from '../desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
} from '../site-test.ts'

test(
  'every room of the desk is reached, fits the window, and is accessible',
  bothScreens,
  async ({ page, desk }) => {
    await goToDesk(page, desk)
    for (const room of [
      'To do',
      'Messages',
      'Certificates',
      'Outbox',
      'People',
      'Report',
      'Health',
      'Applications',
    ]) {
      await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: room }).click()
      await expect(page.getByRole('heading', { level: 1, name: room })).toBeAttached()
      await expect(page).toHaveTitle(`${room} · The council's desk`)
      if (room === 'Health') {
        await expect(page.getByRole('button', { name: 'Look again' })).toBeVisible()
      }
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
)

test(
  'its address opens the desk in one tab, once, until the command ends',
  desktopOnly,
  async ({ page, site, context, complaints }) => {
    const desk = await OpenDesk.open({ DATA_DIR: site.dataDir, SITE_URL: site.url })
    const applications = page.getByRole('heading', { level: 1, name: 'To do' })
    await page.goto(desk.address)
    await expect(applications).toBeAttached()
    expect(page.url()).not.toContain('open=')
    const other = await context.newPage()
    const closed = (one: typeof page) =>
      one.getByRole('heading', { name: 'This desk is not open here' })
    for (const address of [desk.address, `${desk.url}/applications`]) {
      await other.goto(address)
      await expect(closed(other)).toBeVisible()
      await expectAccessible(other)
    }
    await other.close()
    await page.reload()
    await expect(applications).toBeAttached()
    expect(complaints).toEqual([])

    await desk.close()
    await page.getByRole('link', { name: 'Messages' }).click()
    await expect(closed(page)).toBeVisible()
    // The browser complains that nobody answers.
    complaints.length = 0
  },
)

test(
  'a page of another site changes nothing while the desk is open, whatever it sends',
  desktopOnly,
  async ({ page, site, desk, context, complaints }) => {
    await sendAsRavi(site, { subject: 'Not answered', message: 'By nobody.' })
    const retries = () => site.query("SELECT * FROM journal WHERE did = 'outbox retry'")
    const earlier = retries()
    const [row] = site.query<{ id: string }>(
      'SELECT id FROM contact_message ORDER BY received_at DESC, id DESC LIMIT 1',
    )
    await goToDesk(page, desk)
    const paths = [
      `/api/messages/${row?.id}/answered`,
      '/%61pi/letters/retry',
      '/api/certificates/issue?seal=1&repeat=yes',
      '/api/session',
    ]
    const other = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Other</title>'),
    ).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const foreign = await context.newPage()
    const answers: number[] = []
    foreign.on('response', (answer) => {
      if (answer.url().startsWith(desk.url)) answers.push(answer.status())
    })
    const home = `http://localhost:${port}/`
    const forms = ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']
    for (const address of paths) {
      for (const enctype of forms) {
        await foreign.goto(home)
        const left = foreign.waitForResponse(desk.url + address)
        await foreign.evaluate(submitForm, { action: desk.url + address, enctype })
        await foreign.waitForURL(desk.url + address)
        expect((await left).status(), `${address} ${enctype}`).toBe(403)
      }
    }
    await foreign.goto(home)
    await foreign.evaluate(sendAllWays, { url: desk.url, paths })
    expect(new Set(answers)).toEqual(new Set([403]))
    expect(site.query('SELECT * FROM message_answer WHERE message_id = ?', row?.id ?? '')).toEqual(
      [],
    )
    expect(retries()).toEqual(earlier)
    await foreign.close()
    other.close()
    complaints.length = 0
  },
)

/** A form that sends itself, as any page can have one. */
function submitForm({ action, enctype }: { action: string; enctype: string }): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, enctype })
  const field = document.createElement('input')
  Object.assign(field, { name: '{"ids":"all","x":"', value: '"}' })
  form.append(field)
  document.body.append(form)
  form.submit()
}

/** What a script can send to another site without leave, and with. */
async function sendAllWays({ url, paths }: { url: string; paths: string[] }): Promise<void> {
  for (const address of paths) {
    const method = 'POST'
    const headers = { 'Content-Type': 'application/json', 'X-Desk-Session': 'x' }
    await fetch(url + address, { method, mode: 'no-cors' }).catch(() => undefined)
    await fetch(url + address, { method, mode: 'no-cors', body: '{"ids":"all"}' }).catch(
      () => undefined,
    )
    await fetch(url + address, { method, headers, body: '{}' }).catch(() => undefined)
    navigator.sendBeacon(url + address, new Blob(['{"ids":"all"}'], { type: 'text/plain' }))
    for (const tag of ['img', 'script', 'iframe'] as const) {
      const element = document.createElement(tag)
      element.src = url + address
      const loaded = new Promise((resolve) => {
        element.addEventListener('load', resolve)
        element.addEventListener('error', resolve)
      })
      document.body.append(element)
      await loaded
    }
  }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/desk`)
  await new Promise((resolve) => socket.addEventListener('close', resolve))
}
