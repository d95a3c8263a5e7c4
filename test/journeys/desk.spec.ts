import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { OpenDesk } from '../support/open-desk.ts'
import { backToList, goToDesk, sendAsRavi, test } from './desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
} from './site-test.ts'

test(
  'every room of the desk is reached, fits the window, and is accessible',
  bothScreens,
  async ({ page, desk }) => {
    await goToDesk(page, desk)
    for (const room of ['Messages', 'Certificates', 'Outbox', 'Health', 'Applications']) {
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
  'without its address, or with one that was used, it says how to open it',
  desktopOnly,
  async ({ page, desk, context, complaints }) => {
    await goToDesk(page, desk)
    const other = await context.newPage()
    for (const address of [desk.address, `${desk.url}/applications`]) {
      await other.goto(address)
      await expect(other.getByRole('heading', { name: 'This desk is not open here' })).toBeVisible()
      await expectAccessible(other)
    }
    await other.close()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeAttached()
    expect(page.url()).not.toContain('open=')
    expect(complaints).toEqual([])
  },
)

test(
  'where the command has ended, the page says so',
  desktopOnly,
  async ({ page, site, complaints }) => {
    const desk = await OpenDesk.open({ DATA_DIR: site.dataDir, SITE_URL: site.url })
    await goToDesk(page, desk)
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeAttached()
    await desk.close()
    await page.getByRole('link', { name: 'Messages' }).click()
    await expect(page.getByRole('heading', { name: 'This desk is not open here' })).toBeVisible()
    // The browser tells of what was refused.
    complaints.length = 0
  },
)

test(
  'the site that visitors see has nothing of the desk',
  desktopOnly,
  async ({ request, site }) => {
    for (const address of [
      '/desk',
      '/desk/',
      '/api/desk',
      '/api/session',
      '/pdf/wasm/jbig2.wasm',
    ]) {
      expect((await request.get(site.url + address)).status(), address).toBe(404)
    }
  },
)

test(
  'a message is read, answered by the own mail program, and marked',
  bothScreens,
  async ({ page, site, desk }) => {
    const subject = `Certificate of a friend ${test.info().project.name}`
    await sendAsRavi(site, { subject, message: 'Where is it?\n<b>Please</b>' })
    await goToDesk(page, desk, `/messages?text=${encodeURIComponent(subject)}`)
    await page.getByRole('link', { name: new RegExp(subject) }).click()
    await expect(page.getByText('<b>Please</b>')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Answer by e-mail' })).toHaveAttribute(
      'href',
      /^mailto:ravi[^?]*\?subject=Re%3A%20Certificate.*NAIC-/,
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Mark as answered' }).click()
    await expect(page.getByText('is marked as answered.')).toBeVisible()
    await expect(page.getByText('Marked as answered by')).toBeVisible()
    await backToList(page)
    await page.getByText('to answer', { exact: true }).click()
    await expect(page.getByText('There is none.')).toBeVisible()
  },
)

test(
  'a table with mistakes names their lines, and mended it becomes certificates',
  desktopOnly,
  async ({ page, site, desk }) => {
    const mark = test.info().project.name
    const file = path.join(site.dataDir, `${mark}-batch.csv`)
    const write = (...rows: string[]) =>
      writeFile(file, ['reference,holder,domain,duration,verified_on', ...rows, ''].join('\n'))
    await write(`${mark}-1,Asha Table,Web Development,4 Weeks,2026-03-14`, `${mark}-2,Ravi,Web,x,y`)
    await goToDesk(page, desk, '/certificates')
    const choose = page.getByLabel('Choose a CSV file')
    await choose.setInputFiles(file)
    await expect(page.getByRole('alert')).toContainText('so nothing can be issued')
    await expect(page.getByText('Line 3: domain "Web" is not one of ours')).toBeVisible()
    await expectAccessible(page)

    await write(`${mark}-1,Asha Table,Web Development,4 Weeks,2026-03-14`)
    await choose.setInputFiles(file)
    await expect(page.getByText('1 would be issued, 0 were issued before.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
    await expect(page.getByText('1 issued, 0 issued before.')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: `${mark}-1` })
    await expect(row).toContainText('Asha Table')
    const id = (await row.getByRole('rowheader').textContent()) ?? ''
    await page.goto(`${site.url}/verify/${id}`)
    await expect(page.getByText('Asha Table').first()).toBeVisible()
  },
)

test(
  'what was issued already is said, and what says the same must be meant',
  desktopOnly,
  async ({ page, site, desk }) => {
    const file = path.join(site.dataDir, 'twice.csv')
    const row = 'Meera Twice,Web Development,4 Weeks,2026-03-14'
    const write = (...rows: string[]) =>
      writeFile(file, ['reference,holder,domain,duration,verified_on', ...rows, ''].join('\n'))
    await write(`T-1,${row}`, `T-2,${row}`)
    await goToDesk(page, desk, '/certificates')
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    const issue = page.getByRole('button', { name: 'Issue 2 certificates' })
    await expect(issue).toBeDisabled()
    await page.getByLabel('These are meant: issue them once more.').check()
    await issue.click()
    await expect(page.getByText('2 issued, 0 issued before.')).toBeVisible()
    await page.getByRole('button', { name: 'Issue others' }).click()
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await expect(page.getByText('0 would be issued, 2 were issued before.')).toBeVisible()
  },
)

test('a letter is read in the outbox', desktopOnly, async ({ page, site, desk }) => {
  const subject = `Read in the outbox ${test.info().project.name}`
  await sendAsRavi(site, { subject, message: 'A message to be read.' })
  await goToDesk(page, desk, '/outbox?state=all')
  await page.getByRole('link', { name: `Contact form: ${subject}` }).click()
  await expect(page.getByRole('region', { name: 'Letter', exact: true })).toContainText(
    'A message to be read.',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test(
  'a letter that was sent goes once more, to an address put right',
  desktopOnly,
  async ({ page, site, desk }) => {
    const subject = `Sent once more ${test.info().project.name}`
    const [wrong, right] = ['ravi@exampel.com', `ravi.${test.info().project.name}@example.com`]
    await sendAsRavi(site, { subject, email: wrong })
    const sentTo = async (address: string) =>
      (await site.letters()).filter((letter) => letter.includes(`<${address}>`)).length
    await expect.poll(() => sentTo(wrong), { timeout: 45_000 }).toBeGreaterThan(0)
    await goToDesk(page, desk, '/outbox?state=sent')
    await page.getByRole('row').filter({ hasText: wrong }).getByRole('link').first().click()
    const letter = page.getByRole('region', { name: 'Letter', exact: true })
    await letter.getByLabel('To the address').fill(right)
    await letter.getByRole('button', { name: 'Send it once more' }).click()
    await expect(page.getByText('1 letter goes out again')).toBeVisible()
    await expect(letter).toContainText(right)
    await expectAccessible(page)
    await expect.poll(() => sentTo(right), { timeout: 45_000 }).toBe(1)
  },
)

test(
  'a table is dropped on its place, and beside it nothing happens',
  desktopOnly,
  async ({ page, desk }) => {
    await goToDesk(page, desk, '/certificates')
    const place = page.getByRole('heading', { name: 'From a table' })
    await expect(place).toBeVisible()
    const rows =
      'reference,holder,domain,duration,verified_on\nD-1,Asha Dropped,Web,4 Weeks,2026-03-14\n'
    const file = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }))
      return transfer
    }, rows)
    const wasLeft = await page.evaluate((dataTransfer) => {
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
      return document.body.dispatchEvent(event)
    }, file)
    expect(wasLeft).toBe(false)
    await place.dispatchEvent('drop', { dataTransfer: file })
    await expect(page.getByRole('heading', { name: 'dropped.csv' })).toBeVisible()
    await expect(page.getByText('Line 2: domain "Web" is not one of ours')).toBeVisible()
  },
)

test(
  'where the connection breaks while it is issued, nobody is told that nothing was',
  desktopOnly,
  async ({ page, site, desk, complaints }) => {
    const file = path.join(site.dataDir, 'lost.csv')
    const head = 'reference,holder,domain,duration,verified_on'
    await writeFile(file, `${head}\nL-1,Meera Lost,Web Development,4 Weeks,2026-03-14\n`)
    await goToDesk(page, desk, '/certificates')
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await page.route('**/api/certificates/issue?*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
    await expect(page.getByRole('alert')).toContainText('They may have been issued all the same')
    await page.getByRole('button', { name: 'Look again' }).click()
    await expect(page.getByText('0 would be issued, 1 was issued before.')).toBeVisible()
    complaints.length = 0
  },
)

test(
  'a page of another site changes nothing while the desk is open, whatever it sends',
  desktopOnly,
  async ({ page, site, desk, context, complaints }) => {
    await sendAsRavi(site, { subject: 'Not answered', message: 'By nobody.' })
    const [row] = site.query<{ id: string }>('SELECT id FROM contact_message')
    await goToDesk(page, desk)
    const paths = ['api', '%61pi'].flatMap((api) => [
      `/${api}/messages/${row?.id}/answered`,
      `/${api}/letters/retry`,
      `/${api}/certificates/issue?seal=1&repeat=yes`,
      `/${api}/session`,
    ])
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
    expect(site.query("SELECT * FROM journal WHERE did IN ('outbox retry')")).toEqual([])
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
