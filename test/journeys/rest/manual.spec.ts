import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import Pdf from 'pdfkit'
import { years } from '@naic/admissions/forms/application-form.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'
import { applyAs, dialog, letterIn as letter, pdfOf, sendAsRavi } from '../desk-test.ts'
import { desktopOnly, expect, test } from '../site-test.ts'
import { authenticatorOf, comeIn, make, rooms, serveDeskBeside } from '../staff-test.ts'

/**
 * The pictures of docs/staff.md: a real desk, invented people, and a clock that stands. `npm run manual`
 * makes them anew. Without that nothing is written: the manual's steps are only taken, to see that they
 * still can be.
 */

const folder = path.resolve('docs/pictures')
const areKept = process.env['MANUAL_PICTURES'] === 'keep'

/** What a picture shows, step by step; each goes on from where the one before it ended. */
type Steps = (page: Page, seen: Season) => Promise<unknown>

const pictures: Record<string, Steps> = {
  'to-do': async (page) => {
    await page.goto('/todo')
    await expect(page.getByRole('region', { name: 'Letters that did not go out' })).toContainText(
      'gmial',
    )
  },
  keys: async (page) => {
    await page.keyboard.press('?')
    await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
  },
  list: async (page) => {
    const columns = 'college domain assignee score tags received'.replaceAll(' ', '+')
    await page.goto(`/applications?columns=${columns}`)
    await expect(page.getByRole('link', { name: 'Asha Rao' })).toBeVisible()
  },
  many: async (page) => {
    for (const name of ['Farah Ansari', 'Neha Gupta', 'Kiran Rao']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    }
    await expect(page.getByRole('region', { name: 'Selected' })).toContainText('3 selected')
  },
  'many-letters': async (page) => {
    await page.keyboard.press('s')
    await expect(dialog(page)).toContainText('3 of 3 would change.')
    await expect(letter(page)).toBeVisible()
  },
  application: async (page, { asha }) => {
    await page.goto(`/applications?status=received&sort=received&open=${asha}`)
    await expect(page.getByRole('img', { name: 'Page 1' })).toBeVisible()
    await expect(page.getByText('Kabir Shah').first()).toBeAttached()
  },
  letter: async (page) => {
    await page.keyboard.press('a')
    await page.getByLabel('Your words in the letter').fill('We look forward to your rain charts.')
    await expect(letter(page)).toContainText('rain charts')
  },
  'take-back': async (page) => {
    await page.keyboard.press('Control+Enter')
    await expect(takeBack(page)).toBeVisible()
    await expect(page.getByRole('img', { name: 'Page 1' })).toBeVisible()
  },
  completing: async (page, { withoutFee }) => {
    await page.keyboard.press('z')
    await expect(takeBack(page)).toHaveCount(0)
    await page.goto(`/applications?status=accepted&open=${withoutFee}`)
    await page.getByRole('button', { name: 'Mark as completed' }).click()
    await page.getByLabel('Completed on').fill('2026-06-12')
    await expect(page.getByText('Not received: fee.')).toBeVisible()
  },
  payments: async (page, { payments }) => {
    await page.keyboard.press('Escape')
    await page.goto('/applications')
    await page.getByRole('link', { name: 'Tasks and fees from a sheet' }).click()
    await page.locator('label', { hasText: 'Fee received' }).click()
    await page.getByLabel('Choose a sheet').setInputFiles(payments)
    await expect(page.getByText('1 would be recorded, 0 were recorded before.')).toBeVisible()
  },
  message: async (page) => {
    await page.goto('/messages')
    await page.getByRole('link', { name: 'Fee receipt' }).click()
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await dialog(page).getByRole('textbox').first().fill('Here it is once more.')
    await expect(letter(page)).toContainText('Here it is once more.')
  },
  outbox: async (page) => {
    await page.goto('/outbox')
    const letters = page.getByRole('row').filter({ hasText: 'We have received your application' })
    await letters.getByRole('link').click()
    await expect(page.getByRole('region', { name: 'Letter', exact: true })).toBeVisible()
  },
  issue: async (page, { sheet }) => {
    await page.goto('/certificates/issue')
    await page.getByLabel('Choose a sheet').setInputFiles(sheet)
    await expect(page.getByText('4 would be issued, 0 were issued before.')).toBeVisible()
  },
  certificate: async (page) => {
    await page.goto('/certificates')
    await page.getByRole('link', { name: 'Meera Iyer' }).click()
    await expect(page.getByRole('region', { name: 'What the public sees' })).toContainText(
      'Verified',
    )
  },
  correct: async (page) => {
    await page.keyboard.press('e')
    await page.getByLabel('The right name').fill('Meera S. Iyer')
    await expect(letter(page)).toBeVisible()
  },
  revoke: async (page) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog')).toHaveCount(0)
    await page.keyboard.press('r')
    await page.getByLabel('The holder asks for it').check()
    await expect(letter(page)).toBeVisible()
  },
  person: async (page) => {
    await page.goto('/people')
    await page.getByRole('searchbox').fill('diya.menon@example.com')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByRole('heading', { name: 'diya.menon@example.com' })).toBeVisible()
  },
  erase: async (page) => {
    await page.keyboard.press('e')
    await expect(dialog(page).getByRole('region', { name: 'Stays' })).toBeVisible()
  },
  report: async (page) => {
    await page.goto('/report?when=all')
    await expect(page.getByRole('heading', { name: 'Colleges' })).toBeVisible()
  },
  health: async (page) => {
    await page.goto('/health')
    await expect(page.getByText('to look into.')).toBeVisible()
  },
  'phone-list': async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/applications')
    await expect(page.getByRole('link', { name: 'Asha Rao' })).toBeVisible()
  },
  'phone-application': async (page, { asha }) => {
    await page.goto(`/applications?open=${asha}`)
    await expect(page.getByRole('img', { name: 'Page 1' })).toBeAttached()
  },
}

const takeBack = (page: Page) => page.getByRole('button', { name: /^Take back/ })

test('docs/staff.md shows each picture that is made of it, and no other', desktopOnly, () => {
  const manual = readFileSync('docs/staff.md', 'utf8')
  const named = [...manual.matchAll(/\]\(pictures\/([\w-]+)\.webp\)/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(['invitation', ...Object.keys(pictures)].toSorted())
  for (const name of named) expect(existsSync(path.join(folder, `${name}.webp`)), name).toBe(true)
})

test('each step that docs/staff.md shows can be taken', desktopOnly, async ({ browser }) => {
  const office = await openOffice(browser)
  try {
    const season = await makeSeason(office)
    for (const [name, take] of Object.entries(pictures)) {
      await test.step(name, async () => {
        await take(office.nandini, season)
        await keep(office, name)
      })
    }
  } finally {
    await office.close()
  }
})

/** What is this machine's own, and what stands there in an office. */
const elsewhere: readonly [here: RegExp, there: string][] = [
  [/http:\/\/desk\.localhost:\d+/g, 'https://desk.example.org'],
  [/http:\/\/localhost:\d+/g, 'https://www.example.org'],
  [/localhost:\d+/g, 'www.example.org'],
  [/127\.0\.0\.1:\d+/g, 'relay.example.org'],
  [/\/tmp\/naic-site-\w+/g, '/var/lib/naic'],
]

/** Writes what the page shows, if pictures are kept. */
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
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${name}.webp`), Buffer.from(data, 'base64'))
}

type Office = Awaited<ReturnType<typeof openOffice>>

/** A site with a relay for its letters, a desk for its staff, and the browser of one of them. */
async function openOffice(browser: Browser) {
  const place = await mkdtemp(path.join(tmpdir(), 'naic-manual-'))
  const clock = path.join(place, 'clock')
  const at = (time: string) => {
    writeFileSync(`${clock}.next`, time)
    // In one step: a program may look at it at any moment.
    renameSync(`${clock}.next`, clock)
  }
  at('2026-04-20T04:30:00Z')
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
  const desk = await serveDeskBeside(site, undefined, settings)
  const window = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const
  const ofDesk = () => browser.newContext({ baseURL: desk.url, ...window })
  const nandini = await (await ofDesk()).newPage()
  const { cdp } = await authenticatorOf(nandini)
  return {
    site,
    /** A folder for what the staff have made. */
    place,
    /** Puts the clock. */
    at,
    nandini,
    cdp,
    /** @returns the address of the invitation. */
    invite: (name: string, ...roles: string[]) =>
      desk.invite('add', name, ...roles.flatMap((role) => ['--role', role])),
    kabirComesIn: async (invitation: string) => comeIn(await ofDesk(), invitation),
    async close() {
      for (const context of browser.contexts()) await context.close()
      await desk.close()
      await site.stop()
      await relay.stop()
      await rm(place, { recursive: true })
    },
  }
}

/** Asks the desk as its page does. */
const ask = <Answer>(by: Page, way: string, sent?: unknown): Promise<Answer> =>
  by.evaluate(
    async ([to, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      const asked = body === undefined ? {} : { method: 'POST', headers, body }
      const answer = await fetch(to, asked)
      if (!answer.ok) throw new Error(`${to}: ${await answer.text()}`)
      return answer.json()
    },
    [way, sent === undefined ? undefined : JSON.stringify(sent)] as const,
  )

/** Decides an application, whatever is missing. */
async function decide(by: Page, id: string, to: string, more: object = {}): Promise<void> {
  const { changes } = await ask<{ changes: unknown[] }>(by, `/api/applications/${id}`)
  const asked = { to, withLetter: to !== 'completed', seen: changes.length, ...more }
  const { seal } = await ask<{ seal: string }>(by, `/api/applications/${id}/plan`, asked)
  const agreed = { ...asked, seal, withoutReceipts: true }
  await ask(by, `/api/applications/${id}/status`, agreed)
}

const keepFact = (by: Page, id: string, wanted: object) =>
  ask(by, `/api/applications/${id}/kept`, { wanted })

type Season = {
  /** The newest of the applications. */
  asha: string
  /** Accepted, with the tasks handed in. */
  withoutFee: string
  /** Of certificates to be issued. */
  sheet: string
  /** As a provider of payments gives them. */
  payments: string
}

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
const colleges = ['Example Polytechnic', 'Sample University', 'Model College of Engineering']

/** What has come in, and what was done with it, until the morning of 16 June 2026. */
async function makeSeason(office: Office): Promise<Season> {
  const { site, nandini } = office
  const apply = async (at: number, day: string) => {
    office.at(`${day}T0${4 + (at % 5)}:${String(10 + ((at * 17) % 49))}:00Z`)
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
    return applyAs(site, answers, await resumeOf(name))
  }

  const earlier: string[] = []
  for (let at = 0; at < 10; at += 1) earlier.push(await apply(at, `2026-04-2${at % 5}`))
  office.at('2026-06-05T05:00:00Z')
  await nandini.goto(await office.invite('Nandini Rao', 'reviewer', 'issuer', 'keeper'))
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
  for (const id of earlier.slice(0, 5)) {
    await decide(nandini, id, 'completed', { completedOn: '2026-06-03' })
  }
  const batch = { from: 'applications' }
  const { seal } = await ask<{ seal: string }>(nandini, '/api/certificates/plan?email=no', batch)
  await ask(nandini, `/api/certificates/issue?email=no&seal=${seal}`, batch)
  await decide(nandini, earlier[5] ?? '', 'completed', { completedOn: '2026-06-04' })

  const newer: string[] = []
  for (let at = 10; at < 24; at += 1) newer.push(await apply(at, `2026-06-1${Math.floor(at / 5)}`))
  for (const subject of ['When do I start?', 'Fee receipt']) {
    office.at(`2026-06-15T0${subject.length % 9}:40:00Z`)
    await sendAsRavi(site, { subject, message: `Could you please help me? ${subject}` })
  }
  office.at('2026-06-16T04:40:00Z')
  // Her session has ended meanwhile.
  await nandini.goto('/todo')
  await nandini.getByRole('button', { name: 'Sign in with my passkey' }).click()
  await rooms(nandini).waitFor()
  const [first = '', second = '', third = '', fourth = ''] = newer
  await decide(nandini, first, 'shortlisted', { note: 'Two good projects.' })
  await decide(nandini, second, 'shortlisted')
  await decide(nandini, third, 'waitlisted')
  for (const [at, id] of newer.slice(3).entries()) {
    if (at % 3 === 0) await keepFact(nandini, id, { fact: 'assignee', to: 'Kabir Shah' })
    if (at % 2 === 0) await keepFact(nandini, id, { fact: 'score', to: String(3 + (at % 3)) })
  }
  await keepFact(nandini, fourth, { fact: 'tags', add: 'call back' })
  office.at('2026-06-16T05:00:00Z')
  // The letters of these decisions leave with the one about this.
  await sendAsRavi(site, { subject: 'My certificate', message: 'Could you send it once more?' })
  await nandini.clock.setFixedTime('2026-06-16T05:00:00Z')
  const sheet = path.join(office.place, 'workshop.csv')
  await writeFile(
    sheet,
    `Reference No.,Name,Domain,Duration,Verified On,E-mail
W-101,Ravi Iyer,Data Science,4 Weeks,14 Jun 2026,ravi.iyer@example.com
W-102,nisha paul,Data Science,4 Weeks,14 Jun 2026,nisha.paul@example.com
W-103,Suresh Babu,Web Development,6 Weeks,14 Jun 2026,suresh.babu@example.com
W-104,Usha Kumari,Web Development,6 Weeks,14 Jun 2026,
`,
  )
  const payments = path.join(office.place, 'payments.csv')
  await writeFile(
    payments,
    `Payment ID,Email,Paid on,Amount,Status
PAY-901,lakshmi.pillai@example.com,12 Jun 2026,105,captured
PAY-902,arjun.reddy@example.com,12 Jun 2026,105,failed
PAY-903,somebody.else@example.com,13 Jun 2026,105,captured
`,
  )
  const kabir = await office.kabirComesIn(await office.invite('Kabir Shah', 'reviewer'))
  await kabir.goto(`/applications?open=${newer.at(-1)}`)
  return { asha: newer.at(-1) ?? '', withoutFee: earlier[6] ?? '', sheet, payments }
}

/** A resume of one page. */
function resumeOf(name: string): Promise<File> {
  const rest = [
    'B.Tech., Computer Science, since 2023',
    'Rain charts of one district: Python, pandas, ten years of open data',
    'A timetable for the college bus: HTML, CSS, a little JavaScript',
    'Python, SQL, spreadsheets; Hindi, English, Telugu',
  ]
  const document = new Pdf({ margin: 56 }).fontSize(22).text(name).moveDown()
  return pdfOf(document.fontSize(12).text(rest.join('\n\n')))
}
