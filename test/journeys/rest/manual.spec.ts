import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { years } from '@naic/admissions/forms/application-form.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'
import {
  applyAs,
  authenticatorOf,
  chooseSheet,
  make,
  pdfWith,
  rooms,
  sendAsRavi,
  serveDeskBeside,
} from '../desk-test.ts'
import { desktopOnly, expect, test } from '../site-test.ts'

/**
 * The pictures of docs/staff.md: a real desk, invented people, and a clock that stands. `npm run manual`
 * makes them anew. Without that nothing is written: the steps are only taken, to see that each picture
 * still can be.
 */

const folder = path.resolve('docs/pictures')
const areKept = process.env['MANUAL_PICTURES'] === 'keep'

/** Goes on from where the picture before it ended. */
type Picture = {
  opens?: string
  does?: (page: Page, season: Season) => Promise<unknown>
  shows: string
}

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }

const pictures: Record<string, Picture> = {
  'to-do': { opens: '/todo', shows: 'gmial' },
  keys: { does: press('?'), shows: 'Use letter keys as shortcuts' },
  list: {
    opens: '/applications?columns=college+domain+assignee+score+tags+received',
    shows: 'Asha Rao',
  },
  many: {
    async does(page) {
      for (const name of ['Farah Ansari', 'Neha Gupta', 'Kiran Rao'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    },
    shows: '3 selected',
  },
  'many-letters': { does: press('s'), shows: 'Dear ' },
  application: {
    async does(page, { asha }) {
      await page.goto(`/applications?status=received&sort=received&open=${asha}`)
      await page.getByRole('img', { name: 'Page 1' }).waitFor()
    },
    shows: 'Rain charts',
  },
  letter: {
    async does(page) {
      await page.keyboard.press('a')
      await page.getByLabel('Your words in the letter').fill('We look forward to your rain charts.')
    },
    shows: 'Ctrl+Enter does it.',
  },
  'take-back': { does: press('Control+Enter'), shows: 'Take back' },
  completing: {
    async does(page, { withoutFee }) {
      await page.keyboard.press('z')
      await expect(page.getByRole('button', { name: /^Take back/ })).toHaveCount(0)
      await page.goto(`/applications?status=accepted&open=${withoutFee}`)
      await page.getByRole('button', { name: 'Mark as completed' }).click()
      await page.getByLabel('Completed on').fill('2026-06-12')
    },
    shows: 'Not received: fee.',
  },
  payments: {
    opens: '/applications/receipts',
    async does(page) {
      await page.locator('label', { hasText: 'Fee received' }).click()
      await chooseSheet(
        page,
        'Payment ID,Email,Paid on,Amount,Status',
        'PAY-901,lakshmi.pillai@example.com,12 Jun 2026,105,captured',
        'PAY-902,arjun.reddy@example.com,12 Jun 2026,105,failed',
        'PAY-903,somebody.else@example.com,13 Jun 2026,105,captured',
      )
    },
    shows: '1 would be recorded',
  },
  message: {
    opens: '/messages',
    async does(page) {
      await page.getByRole('link', { name: 'Fee receipt' }).click()
      await page.getByRole('button', { name: 'Answer', exact: true }).click()
      await page.getByLabel('Your answer').fill('Here it is once more.')
      await page.getByRole('region', { name: 'The letter' }).waitFor()
    },
    shows: 'Here it is once more.',
  },
  outbox: {
    opens: '/outbox',
    does: (page) =>
      page
        .getByRole('row', { name: /We have received your application/ })
        .getByRole('link')
        .click(),
    shows: 'Dear ',
  },
  issue: {
    opens: '/certificates/issue',
    does: (page) =>
      chooseSheet(
        page,
        'Reference No.,Name,Domain,Duration,Verified On,Email',
        'W-101,Ravi Iyer,Data Science,4 Weeks,14 Jun 2026,ravi.iyer@example.com',
        'W-102,nisha paul,Data Science,4 Weeks,14 Jun 2026,nisha.paul@example.com',
        'W-103,Suresh Babu,Web Development,6 Weeks,14 Jun 2026,suresh.babu@example.com',
        'W-104,Usha Kumari,Web Development,6 Weeks,14 Jun 2026,',
      ),
    shows: '4 would be issued',
  },
  certificate: {
    opens: '/certificates',
    async does(page) {
      await page.getByRole('link', { name: 'Meera Iyer' }).click()
      const picture = page.getByRole('img', { name: 'The certificate, as it is shared' })
      await expect(picture).toHaveJSProperty('naturalWidth', 1200)
    },
    shows: 'Meera Iyer',
  },
  correct: {
    async does(page) {
      await page.keyboard.press('e')
      await page.getByLabel('The right name').fill('Meera S. Iyer')
    },
    shows: 'Dear Meera S. Iyer',
  },
  revoke: {
    async does(page) {
      await press('Escape', 'Escape')(page)
      await expect(page.locator('dialog')).toHaveCount(0)
      await page.keyboard.press('r')
      await page.getByLabel('The holder asks for it').check()
    },
    shows: 'Your certificate was withdrawn',
  },
  person: {
    opens: '/people',
    async does(page) {
      await page.getByRole('searchbox').fill('diya.menon@example.com')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'diya.menon@example.com' }).waitFor()
    },
    shows: 'Data Science',
  },
  erase: { does: press('e'), shows: 'nothing brings it back' },
  report: { opens: '/report?when=all', shows: 'Colleges' },
  health: { opens: '/health', shows: 'to look into.' },
  'phone-list': {
    opens: '/applications',
    does: (page) => page.setViewportSize({ width: 390, height: 844 }),
    shows: 'Asha Rao',
  },
  'phone-application': {
    does: (page, { asha }) => page.goto(`/applications?open=${asha}`),
    shows: 'Rain charts',
  },
}

test('docs/staff.md shows each picture that is made of it, and no other', desktopOnly, () => {
  const manual = readFileSync('docs/staff.md', 'utf8')
  const named = [...manual.matchAll(/\]\(pictures\/([\w-]+)\.webp\)/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(['invitation', ...Object.keys(pictures)].toSorted())
  for (const name of named) expect(existsSync(path.join(folder, `${name}.webp`)), name).toBe(true)
})

test('each picture of docs/staff.md can be taken', desktopOnly, async ({ browser }) => {
  const office = await openOffice(browser)
  const { nandini } = office
  const season = await makeSeason(office)
  for (const [name, { opens, does, shows }] of Object.entries(pictures)) {
    await test.step(name, async () => {
      if (opens !== undefined) await nandini.goto(opens)
      await does?.(nandini, season)
      await expect(nandini.locator('body')).toContainText(shows)
      await keep(office, name)
    })
  }
  await office.close()
})

/** What is this machine's own, and what stands there in an office. */
const elsewhere: readonly [here: RegExp, there: string][] = [
  [/http:\/\/desk\.localhost:\d+/g, 'https://desk.example.org'],
  [/http:\/\/localhost:\d+/g, 'https://www.example.org'],
  [/localhost:\d+/g, 'www.example.org'],
  [/127\.0\.0\.1:\d+/g, 'relay.example.org'],
  [/\/tmp\/naic-site-\w+/g, '/var/lib/naic'],
]

async function keep({ nandini: page, cdp }: Office, name: string): Promise<void> {
  if (!areKept) return
  // What is shown in turn, such as a resume's words, has come by then.
  await expect(page.getByText('Opening the resume…')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate((names) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      const before = text.nodeValue ?? ''
      const after = names.reduce((shown, [here, there]) => shown.replaceAll(here, there), before)
      if (after !== before) text.nodeValue = after
    }
  }, elsewhere)
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await writeFile(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

type Office = Awaited<ReturnType<typeof openOffice>>

/** A site with a relay for its letters, a desk for its staff, and the browser of one of them. */
async function openOffice(browser: Browser) {
  const place = await mkdtemp(path.join(tmpdir(), 'naic-manual-'))
  const clock = path.join(place, 'clock')
  const putClock = (time: string) => {
    writeFileSync(`${clock}.next`, time)
    // In one step: a program may look at it at any moment.
    renameSync(`${clock}.next`, clock)
  }
  putClock('2026-04-20T04:30:00Z')
  const relay = await startRelay()
  relay.refuses = (recipient) =>
    recipient.endsWith('@gmial.example')
      ? { to: 'RCPT', code: 550, text: '5.1.2 There is no such host' }
      : undefined
  const settings = {
    CLOCK: clock,
    NODE_OPTIONS: `--import ${path.resolve('test/support/standing-clock.ts')}`,
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    SAMPLE_CERTIFICATES: 'off',
    STAFF_EMAIL: 'office@naic.example',
    MAIL_FROM: 'internships@naic.example',
    TASK_FORM_URL: 'https://forms.naic.example/tasks',
    SUBMISSIONS_PER_MINUTE: '10000',
    LETTER_DELAY_SECONDS: '30',
  }
  const site = await RunningSite.start(settings)
  const desk = await serveDeskBeside(site, settings)
  const window = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ baseURL: desk.url, ...window })
  const nandini = await context.newPage()
  const { cdp } = await authenticatorOf(nandini)
  const close = async () => {
    await context.close()
    await desk.close()
    await site.stop()
    await relay.stop()
    await rm(place, { recursive: true })
  }
  return { site, desk, nandini, cdp, putClock, close }
}

/** Asks the desk as its page does. */
const ask = <Answer = unknown>(by: Page, way: string, sent?: object): Promise<Answer> =>
  by.evaluate(
    async ([to, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(to, body === undefined ? {} : { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`${to}: ${await answer.text()}`)
      return answer.json()
    },
    [way, sent && JSON.stringify(sent)] as const,
  )

async function decide(by: Page, id: string, to: string, completedOn?: string): Promise<void> {
  const { changes } = await ask<{ changes: unknown[] }>(by, `/api/applications/${id}`)
  const of = [{ id, seen: changes.length }]
  const asked = { of, to, withLetter: to !== 'completed', completedOn }
  const { seal } = await ask<{ seal: string }>(by, '/api/applications/status/plan', asked)
  await ask(by, '/api/applications/status', { ...asked, seal, withoutReceipts: true })
}

const keepFact = (by: Page, id: string, wanted: object) =>
  ask(by, '/api/applications/kept', { of: [{ id }], wanted })

/** The newest of the applications, and one that is accepted and has handed in its tasks. */
type Season = { asha: string; withoutFee: string }

const names =
  'Meera Iyer,Aarav Nair,Diya Menon,Ishaan Bose,Sana Khan,Rohan Das,Lakshmi Pillai,Arjun Reddy,Priya Joshi,Omar Sheikh,Tara Singh,Veer Patel,Zoya Ali,Gopal Varma,Hema Kulkarni,Imran Syed,Jaya Mishra,Kiran Rao,Leela Thomas,Manoj Yadav,Neha Gupta,Pavan Shetty,Farah Ansari,Asha Rao'.split(
    ',',
  )
/** With the internship of each, by its id in the catalogue. */
const domains = [
  ['Data Science', '4'],
  ['Java Development', '9'],
  ['Python Programming', '8'],
] as const
const resume = [
  'B.Tech., Computer Science, since 2023',
  'Rain charts of one district: Python, pandas, ten years of open data',
  'A timetable for the college bus: HTML, CSS, a little JavaScript',
]
const colleges = ['Example Polytechnic', 'Sample University', 'Model College of Engineering']

/** What has come in, and what was done with it, until the morning of 16 June 2026. */
async function makeSeason(office: Office): Promise<Season> {
  const { site, nandini } = office
  const apply = async (at: number, day: string) => {
    office.putClock(`${day}T0${4 + (at % 5)}:${String(10 + ((at * 17) % 49))}:00Z`)
    const name = names[at] ?? ''
    const [domain, internship] = domains[(at + 1) % 3] ?? domains[0]
    const answers = {
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@${at === 21 ? 'gmial.example' : 'example.com'}`,
      phone: `+91 98765 ${43_210 + at}`,
      college: colleges[(at * 2) % 3] ?? '',
      year: years[at % years.length] ?? '',
      domain,
      internship,
      message: at === 23 ? 'I have drawn the monsoon of my district as charts for ten years.' : '',
    }
    return applyAs(site, answers, await pdfWith([name, ...resume].join('\n\n')))
  }

  const earlier: string[] = []
  for (let at = 0; at < 10; at += 1) earlier.push(await apply(at, `2026-04-2${at % 5}`))
  office.putClock('2026-06-05T05:00:00Z')
  const roles = ['reviewer', 'issuer', 'keeper'].flatMap((role) => ['--role', role])
  await nandini.goto(await office.desk.invite('add', 'Nandini Rao', ...roles))
  await make(nandini).waitFor()
  await keep(office, 'invitation')
  await make(nandini).click()
  await rooms(nandini).waitFor()
  for (const id of earlier.slice(0, 8)) await decide(nandini, id, 'accepted')
  for (const id of earlier.slice(8)) await decide(nandini, id, 'declined')
  for (const [at, id] of earlier.slice(0, 7).entries()) {
    const to = { on: '2026-06-03', reference: `UTR 47${10 + at}` }
    await keepFact(nandini, id, { fact: 'tasks', to: { on: '2026-06-01' } })
    if (at < 6) await keepFact(nandini, id, { fact: 'fee', to })
  }
  for (const id of earlier.slice(0, 5)) await decide(nandini, id, 'completed', '2026-06-03')
  const { seal } = await ask<{ seal: string }>(nandini, '/api/certificates/issue/plan', {})
  await ask(nandini, '/api/certificates/issue', { seal })
  await decide(nandini, earlier[5] ?? '', 'completed', '2026-06-04')

  const newer: string[] = []
  for (let at = 10; at < 24; at += 1) newer.push(await apply(at, `2026-06-1${Math.floor(at / 5)}`))
  for (const subject of ['When do I start?', 'Fee receipt']) {
    office.putClock(`2026-06-15T0${subject.length % 9}:40:00Z`)
    await sendAsRavi(site, { subject, message: `Could you please help me? ${subject}` })
  }
  office.putClock('2026-06-16T04:40:00Z')
  // Her session has ended meanwhile.
  await nandini.goto('/todo')
  await nandini.getByRole('button', { name: 'Sign in with my passkey' }).click()
  await rooms(nandini).waitFor()
  const [first = '', second = '', third = '', fourth = ''] = newer
  await decide(nandini, first, 'shortlisted')
  await decide(nandini, second, 'shortlisted')
  await decide(nandini, third, 'waitlisted')
  for (const [at, id] of newer.slice(3).entries()) {
    if (at % 3 === 0) await keepFact(nandini, id, { fact: 'assignee', to: 'Kabir Shah' })
    if (at % 2 === 0) await keepFact(nandini, id, { fact: 'score', to: String(3 + (at % 3)) })
  }
  await keepFact(nandini, fourth, { fact: 'tags', add: 'call back' })
  office.putClock('2026-06-16T05:00:00Z')
  // The letters of these decisions leave with the one about this.
  await sendAsRavi(site, { subject: 'My certificate', message: 'Could you send it once more?' })
  await nandini.clock.setFixedTime('2026-06-16T05:00:00Z')
  return { asha: newer.at(-1) ?? '', withoutFee: earlier[6] ?? '' }
}
