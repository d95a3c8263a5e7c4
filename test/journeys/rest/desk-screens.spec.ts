import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext, Page } from '@playwright/test'
import type { DeskPath } from '@naic/office/desk/page/main.tsx'
import { todayInIndia } from '@naic/platform/sheets/indian-day.ts'
import { pdf } from '#support/resumes.ts'
import type { RunningSite } from '#support/start-site.ts'
import { docx } from '#support/word-packages.ts'
import { issue } from '../council-beside.ts'
import { applyAs, sendAsRavi, wakeOutbox } from '../desk-test.ts'
import { collidingTexts, cutOff, faultsByTab, sidewaysScroll } from '../layout-faults.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  failedLoads,
  setLetterSize,
  test as base,
} from '../site-test.ts'
import { comeIn, type Served, serveDeskBeside } from '../staff-test.ts'

/**
 * Every screen of the desk, opened by keyboard alone: for everybody to see, to read in large letters and
 * to use without a mouse. What people have typed there means harm.
 */

/** Would be a mark on the page if it were taken for HTML. */
const harmful = '<img src=x onerror="window.harmed=1">'
const name = `Asha ${harmful.slice(0, 14)}`
const asha = 'asha.of.all.screens@example.com'
const today = todayInIndia()

type Place = {
  site: RunningSite
  served: Served
  /** Of somebody of the staff who has come in and may do everything. */
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  application: string
  word: string
  id: string
}

const test = base.extend<object, { place: Place }>({
  place: [
    async ({ site, browser }, use) => {
      const served = await serveDeskBeside(site)
      const file = (bytes: Uint8Array, ending: string) =>
        new File([Uint8Array.from(bytes)], `"><img src=x onerror=window.harmed=1>.${ending}`)
      const answers = {
        internship: '4',
        college: `The Government College of Engineering and Technology ${harmful}`,
        linkedin: 'https://www.linkedin.com/in/asha',
        message: `${harmful}\n<script>window.harmed = 1</script>\nIwouldliketo${'learn'.repeat(30)}.`,
      }
      const email = asha
      const application = await applyAs(site, { ...answers, name, email }, file(pdf(2_000), 'pdf'))
      const word = await applyAs(site, { ...answers, name: 'Ravi Word' }, file(docx, 'docx'))
      for (const one of ['Meera', 'Kabir', 'Zoya'])
        await applyAs(site, { name: `${one} Listed` }, file(pdf(900), 'pdf'))
      await sendAsRavi(site, { subject: harmful, message: answers.message, email })
      const id = await issue(site, 'SCREENS-1', 'Lakshmi Venkatanarasimharaju Satyanarayana')
      await wakeOutbox(site)
      await expect.poll(() => site.query('SELECT 1 FROM letter WHERE sent_at IS NULL')).toEqual([])
      refuseOne(site, email)
      const roles = ['reviewer', 'issuer', 'keeper'].flatMap((role) => ['--role', role])
      const invitation = await served.invite('add', 'Meera Looks', ...roles)
      const context = await browser.newContext()
      await comeIn(context, invitation)
      const cookies = await context.cookies()
      await context.close()
      await use({ site, served, cookies, application, word, id })
      await served.close()
    },
    { scope: 'worker' },
  ],
})
test.use({ forgiven: failedLoads })

/** A letter that the relay will never take. */
function refuseOne(site: RunningSite, to: string): void {
  const database = new DatabaseSync(path.join(site.dataDir, 'naic.sqlite'), { timeout: 10_000 })
  database
    .prepare(
      `UPDATE letter SET sent_at = NULL, refused_at = '2026-11-01T06:00:00.000Z', attempts = 1,
        last_failure = '550 5.1.1 <${to}> no such user ${harmful}'
        WHERE id = (SELECT id FROM letter WHERE to_address = ? ORDER BY id LIMIT 1)`,
    )
    .run(to)
  database.close()
}

/** One state of a page that somebody sees. */
type Screen = {
  name: string
  /** After the address; empty for the room as it opens. */
  search?: (place: Place) => string
  /** What somebody does, by keys. */
  open?: (page: Page, place: Place) => Promise<unknown>
  /** Not offered where there is little room. */
  isWide?: true
  /** What is there then. */
  shows: (page: Page) => ReturnType<Page['locator']>
}

const dialog = (page: Page) => page.getByRole('dialog')
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }
const byEnter = (role: 'button' | 'link', called: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name: called }).first().press('Enter')

const ofOne = ({ application }: Place) => `?open=${application}`
const letterOf = (page: Page) => dialog(page).getByRole('region', { name: 'The letter' })
const isRead = (page: Page) => expect(page.getByRole('article')).toBeVisible()
const after = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await isRead(page)
  await open(page)
}

const findPerson = (typed: string) => async (page: Page) => {
  await page.getByRole('searchbox').fill(typed)
  await page.keyboard.press('Enter')
}
const personRead = (page: Page) =>
  page.getByRole('region', { name: 'Person', exact: true }).getByRole('heading', { level: 2 })

/** The heading of a batch of certificates, and what all of its rows say. */
const ofBatch = 'reference,holder,domain,duration,verified_on'
const ofAll = ',4 Weeks,2026-03-14'

/** Every page of the desk with its screens. A page that is added lacks its row here. */
const screens: Record<DeskPath, readonly Screen[]> = {
  '/todo': [
    { name: 'what waits', shows: (page) => page.locator('[data-row]').first() },
    {
      name: 'the list of keys',
      open: press('?'),
      shows: (page) => page.getByRole('heading', { name: 'Keys' }),
    },
  ],
  '/applications': [
    { name: 'the list', shows: (page) => page.getByRole('row').nth(2) },
    {
      name: 'nobody found',
      search: () => '?text=nobodyiscalledso',
      shows: (page) => page.getByText('No application fits.'),
    },
    {
      name: 'the choice of columns',
      isWide: true,
      open: byEnter('button', 'Columns'),
      shows: (page) => page.getByRole('group', { name: 'Columns' }),
    },
    {
      name: 'saving a view',
      search: () => '?status=received',
      open: byEnter('button', 'Save this view'),
      shows: (page) => page.getByLabel('Name of the view'),
    },
    {
      name: 'several that are selected',
      open: async (page) => {
        await page.getByRole('row').nth(2).waitFor()
        await page.keyboard.press('ControlOrMeta+a')
      },
      shows: (page) => page.getByRole('region', { name: 'Selected' }),
    },
    ...(['d', 't'] as const).map((key) => ({
      name: `what is done to several, by ${key}`,
      open: async (page: Page) => {
        await page.getByRole('row').nth(2).waitFor()
        await page.keyboard.press('ControlOrMeta+a')
        await page.getByRole('region', { name: 'Selected' }).waitFor()
        await page.keyboard.press(key)
      },
      shows: (page: Page) => dialog(page).getByRole('heading'),
    })),
    {
      name: 'one application with a PDF',
      search: ofOne,
      shows: (page) => page.getByRole('img', { name: /^Page 1/ }),
    },
    {
      name: 'one application with a Word file',
      search: ({ word }) => `?open=${word}`,
      shows: (page) => page.getByText('My resume. Skills'),
    },
    {
      name: 'its name being corrected',
      search: ofOne,
      open: after(press('e')),
      shows: (page) => page.getByRole('button', { name: 'Correct it' }),
    },
    {
      name: 'tasks and fee being recorded',
      search: ofOne,
      open: after(async (page) => {
        await press('h')(page)
        await press('Escape', 'f')(page)
      }),
      shows: (page) => page.getByRole('form', { name: 'Fee received' }),
    },
    ...(['s', 'd'] as const).map((key) => ({
      name: `an answer with its letter, by ${key}`,
      search: ofOne,
      open: after(press(key)),
      shows: letterOf,
    })),
    {
      name: 'completing without tasks and fee',
      search: ofOne,
      open: after(async (page) => {
        await press('c')(page)
        await dialog(page).getByLabel('Completed on').fill(today)
      }),
      shows: (page) => dialog(page).getByLabel('Complete it without'),
    },
  ],
  '/applications/receipts': [
    { name: 'the choice', shows: (page) => page.getByText('Choose a sheet') },
    {
      name: 'a sheet to look through',
      open: (page, place) =>
        chooseSheet(page, place, [
          'payment id,email,reference,on',
          `pay_1,${asha},,${today}`,
          `pay_2 ${harmful},nobody.at.all@example.com,,${today}`,
          `pay_3,${asha},,31/31/2026`,
        ]),
      shows: (page) => page.getByRole('region', { name: 'Rows of the sheet' }),
    },
  ],
  '/messages': [
    { name: 'the list', shows: (page) => page.getByRole('row').nth(1) },
    {
      name: 'one message',
      open: byEnter('link', /^<img/),
      shows: (page) => page.getByRole('article'),
    },
  ],
  '/certificates': [
    { name: 'the list', shows: (page) => page.getByRole('row').nth(1) },
    {
      name: 'one certificate',
      search: ({ id }) => `?open=${id}`,
      shows: (page) => page.getByText('Verified', { exact: true }),
    },
    {
      name: 'one that is revoked',
      search: ({ id }) => `?open=${id}`,
      open: after(async (page) => {
        await press('r')(page)
        await page.getByLabel('It was issued in error').press('Space')
      }),
      shows: (page) => dialog(page).getByText('The holder cannot be told'),
    },
    {
      name: 'one whose name is corrected',
      search: ({ id }) => `?open=${id}`,
      open: after(async (page) => {
        await press('e')(page)
        await page.getByLabel('The right name').fill('Lakshmi Right')
      }),
      shows: (page) => dialog(page).getByText('The certificate will say'),
    },
  ],
  '/certificates/issue': [
    { name: 'the choice', shows: (page) => page.getByRole('button', { name: 'Look at them' }) },
    {
      name: 'a batch to look through',
      open: (page, place) =>
        chooseSheet(page, place, [ofBatch, `SCREENS-2,Asha Batch,Web Development${ofAll}`]),
      shows: (page) => page.getByRole('region', { name: 'Certificates to be issued' }),
    },
    {
      name: 'a sheet with mistakes',
      open: (page, place) =>
        chooseSheet(page, place, [ofBatch, `SCREENS-3,${harmful.repeat(8)},Web${ofAll}`]),
      shows: (page) => page.getByRole('region', { name: 'Mistakes' }),
    },
  ],
  '/outbox': [
    { name: 'what was not sent', shows: (page) => page.getByRole('row').nth(1) },
    {
      name: 'one letter',
      open: async (page) => {
        await page.getByRole('row').nth(1).getByRole('link').press('Enter')
      },
      shows: (page) => page.getByRole('region', { name: 'Letter', exact: true }),
    },
  ],
  '/people': [
    { name: 'whom to look for', shows: (page) => page.getByRole('searchbox') },
    {
      name: 'several',
      open: findPerson('Listed'),
      shows: (page) => page.getByText('3 found'),
    },
    { name: 'one person', open: findPerson(asha), shows: personRead },
    {
      name: 'one to be erased',
      open: async (page) => {
        await findPerson(asha)(page)
        await expect(personRead(page)).toBeVisible()
        await press('e')(page)
      },
      shows: (page) => dialog(page).getByLabel(/^Type the/),
    },
  ],
  '/report': [
    {
      name: 'with its tables',
      search: () => '?when=all',
      open: async (page) => {
        for (const folded of await page.locator('main summary').all()) await folded.press('Enter')
      },
      shows: (page) => page.getByRole('region', { name: 'Domains as a table' }),
    },
  ],
  '/report/colleges': [
    { name: 'which are one', shows: (page) => page.getByRole('heading', { level: 1 }) },
  ],
  '/health': [
    { name: 'what was found', shows: (page) => page.getByRole('button', { name: 'Look again' }) },
  ],
  '/passkeys': [
    { name: 'one’s own', shows: (page) => page.getByRole('button', { name: 'Add a passkey' }) },
  ],
}

async function chooseSheet(page: Page, { site }: Place, lines: string[]): Promise<void> {
  const file = path.join(site.dataDir, 'screens.csv')
  await writeFile(file, `${lines.join('\n').replaceAll('"', "'")}\n`)
  await page.getByLabel('Choose a sheet').setInputFiles(file)
}

/** What a row of a list cuts off, the one that it opens shows whole; and a status line its title. */
const shownElsewhere = 'table *, [data-row] *, li > button *, footer [role=status], select, option'

/** @returns what is wrong with the screen as it is, in the windows of this project. */
async function faultsOf(page: Page, isPhone: boolean): Promise<string[]> {
  const faults: string[] = []
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${where}: ${fault}`))
  for (const colorScheme of isPhone ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page).catch((error: Error) => note(colorScheme, [error.message]))
  }
  if (!isPhone) note('by Tab', await faultsByTab(page))
  // What comes with the focus alone would lie over the rest.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const [width, height] = isPhone ? [390, 844] : [1280, 900]
  await page.setViewportSize({ width, height })
  await setLetterSize(page, 32)
  const over = (await dialog(page).count()) > 0 ? 'dialog[open]' : ':popover-open'
  const within = (await page.locator(over).count()) > 0 ? over : 'body'
  note('200 %', await cutOff(page, shownElsewhere))
  note('200 %', await collidingTexts(page, within))
  if ((await sidewaysScroll(page)) > 0) faults.push(`200 %: wider than ${width}`)
  await setLetterSize(page, 16)
  await page.setViewportSize({ width: 320, height: isPhone ? 640 : 256 })
  const wider = await sidewaysScroll(page)
  if (wider > 0) faults.push(`${wider} px wider than 320 px`)
  return faults
}

for (const [room, states] of Object.entries(screens)) {
  for (const { name: called, search, open, shows, isWide } of states) {
    test(
      `${room}, ${called}: is accessible, works by keyboard, and is read in large letters`,
      isWide ? desktopOnly : bothScreens,
      async ({ page, place, complaints }, { project }) => {
        page.on('dialog', (one) => complaints.push(one.message()))
        await page.context().addCookies(place.cookies)
        await page.goto(place.served.url + room + (search?.(place) ?? ''))
        await expect(page.locator('main[aria-busy=false] h1')).toBeAttached()
        await open?.(page, place)
        await expect(shows(page)).toBeVisible()
        expect(await faultsOf(page, project.name === 'phone')).toEqual([])
        expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
      },
    )
  }
}
