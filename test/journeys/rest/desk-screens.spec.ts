import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { DeskPath } from '@naic/office/desk/page/main.tsx'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { issueIn } from '#support/issue-in.ts'
import { pdf } from '#support/resumes.ts'
import type { RunningSite } from '#support/start-site.ts'
import { docx } from '#support/word-packages.ts'
import {
  applyAs,
  chooseSheet,
  comeIn,
  dialog,
  inRows,
  sendAsRavi,
  test as base,
  wakeOutbox,
} from '../desk-test.ts'
import { collidingTexts, cutOff, faultsByTab, sidewaysScroll } from '../layout-faults.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  failedLoads,
  setLetterSize,
} from '../site-test.ts'

/**
 * Every screen of the desk, opened by keyboard alone: for everybody to see, to read in large letters and
 * to use without a mouse. What people have typed there means harm.
 */

/** Would be a mark on the page if it were taken for HTML. */
const harmful = '<img src=x onerror="window.harmed=1">'
const asha = 'asha.of.all.screens@example.com'
const today = todayInIndia()

type Place = {
  site: RunningSite
  /** Of somebody of the staff who has come in and may do everything. */
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  application: string
  word: string
  id: string
}

const test = base.extend<object, { place: Place }>({
  place: [
    async ({ site, desk, browser }, use) => {
      const file = (bytes: Uint8Array, ending: string) =>
        new File([Uint8Array.from(bytes)], `"><img src=x onerror=window.harmed=1>.${ending}`)
      const answers = {
        internship: '4',
        college: `The Government College of Engineering and Technology ${harmful}`,
        linkedin: 'https://www.linkedin.com/in/asha',
        message: `${harmful}\n<script>window.harmed = 1</script>\nIwouldliketo${'learn'.repeat(30)}.`,
      }
      const hers = { ...answers, name: `Asha ${harmful.slice(0, 14)}`, email: asha }
      const application = await applyAs(site, hers, file(pdf(2_000), 'pdf'))
      const word = await applyAs(site, { ...answers, name: 'Ravi Word' }, file(docx, 'docx'))
      for (const one of ['Meera', 'Kabir', 'Zoya']) await applyAs(site, { name: `${one} Listed` })
      await sendAsRavi(site, { subject: harmful, message: answers.message, email: asha })
      const id = await issueIn(
        { DATA_DIR: site.dataDir, SITE_URL: site.url },
        { reference: 'SCREENS-1', holder: 'Lakshmi Venkatanarasimharaju Satyanarayana' },
      )
      await wakeOutbox(site)
      await expect.poll(() => site.query('SELECT 1 FROM letter WHERE sent_at IS NULL')).toEqual([])
      // One that the relay will never take.
      inRows(
        site,
        `UPDATE letter SET sent_at = NULL, refused_at = '2026-11-01T06:00:00.000Z', attempts = 1,
          last_failure = '550 5.1.1 <' || to_address || '> no such user ' || ?
          WHERE id = (SELECT id FROM letter WHERE to_address = ? ORDER BY id LIMIT 1)`,
        harmful,
        asha,
      )
      await desk.invite('add', 'Kabir Listed', '--role', 'reader')
      const roles = ['reviewer', 'issuer', 'keeper', 'manager'].flatMap((role) => ['--role', role])
      const context = await browser.newContext()
      await comeIn(context, await desk.invite('add', 'Meera Looks', ...roles))
      const cookies = await context.cookies()
      await context.close()
      await use({ site, cookies, application, word, id })
    },
    { scope: 'worker' },
  ],
})
test.use({ forgiven: failedLoads })

type Open = (page: Page, place: Place) => Promise<unknown>

type Screen = {
  name: string
  shows: (page: Page) => Locator
  open?: Open
  /** After the address; empty for the room as it opens. */
  search?: (place: Place) => string
  /** Not offered where there is little room. */
  isWide?: true
}
type More = Pick<Screen, 'search' | 'isWide'>
const screen = (name: string, shows: Screen['shows'], open?: Open, more: More = {}): Screen => ({
  name,
  shows,
  ...(open && { open }),
  ...more,
})

const text = (words: string) => (page: Page) => page.getByText(words).first()
const label = (words: string | RegExp) => (page: Page) => page.getByLabel(words)
const button = (name: string) => (page: Page) => page.getByRole('button', { name })
const region = (name: string) => (page: Page) => page.getByRole('region', { name, exact: true })
const row = (at: number) => (page: Page) => page.getByRole('row').nth(at)

const noKey = async () => {}
const press =
  (...keys: string[]): Open =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key)
  }
const byEnter =
  (role: 'button' | 'link', name: string | RegExp): Open =>
  (page) =>
    page.getByRole(role, { name }).first().press('Enter')

const ofOne = { search: ({ application }: Place) => `?open=${application}` }
const ofCertificate = { search: ({ id }: Place) => `?open=${id}` }
const whenRead =
  (keys: readonly string[], field?: string, typed = ''): Open =>
  async (page, place) => {
    await expect(page.getByRole('article')).toBeVisible()
    await press(...keys)(page, place)
    if (field !== undefined) await page.getByLabel(field).fill(typed)
  }
const whenSelected =
  (...keys: string[]): Open =>
  async (page, place) => {
    await row(2)(page).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await region('Selected')(page).waitFor()
    await press(...keys)(page, place)
  }
const fromSheet =
  (...lines: string[]): Open =>
  (page) =>
    chooseSheet(page, lines.join('\n').replaceAll('"', "'"))
const findPerson =
  (typed: string): Open =>
  async (page) => {
    await page.getByRole('searchbox').fill(typed)
    await page.keyboard.press('Enter')
  }
const personRead = (page: Page) => region('Person')(page).getByRole('heading', { level: 2 })

const ofBatch = 'reference,holder,domain,duration,verified_on'
const ofAll = ',4 Weeks,2026-03-14'

/** Every page of the desk with its screens. A page that is added lacks its row here. */
const screens: Record<DeskPath, readonly Screen[]> = {
  '/todo': [
    screen('what waits', (page) => page.locator('[data-row]').first()),
    screen('the list of keys', (page) => page.getByRole('heading', { name: 'Keys' }), press('?')),
  ],
  '/applications': [
    screen('the list', row(2)),
    screen(
      'the choice of columns',
      (page) => page.getByRole('group', { name: 'Columns' }),
      byEnter('button', 'Columns'),
      { isWide: true },
    ),
    screen('several that are selected', region('Selected'), whenSelected()),
    screen('what is done to several', region('The letter'), whenSelected('d')),
    screen('one with a PDF', (page) => page.getByRole('img', { name: /^Page 1/ }), noKey, ofOne),
    screen('one with a Word file', text('My resume. Skills: macros, VBA.'), noKey, {
      search: ({ word }) => `?open=${word}`,
    }),
    screen('its name being corrected', button('Correct it'), whenRead(['e']), ofOne),
    screen(
      'tasks and fee being recorded',
      (page) => page.getByRole('form', { name: 'Fee received' }),
      whenRead(['h', 'Escape', 'f']),
      ofOne,
    ),
    screen('an answer with its letter', region('The letter'), whenRead(['s']), ofOne),
    screen(
      'completing without tasks and fee',
      label('Complete it without'),
      whenRead(['c'], 'Completed on', today),
      ofOne,
    ),
  ],
  '/applications/receipts': [
    screen('the choice', text('Choose a sheet')),
    screen(
      'a sheet to look through',
      region('Rows of the sheet'),
      fromSheet(
        'payment id,email,reference,on',
        `pay_1,${asha},,${today}`,
        `pay_2 ${harmful},nobody.at.all@example.com,,${today}`,
        `pay_3,${asha},,31/31/2026`,
      ),
    ),
  ],
  '/messages': [
    screen('the list', row(1)),
    screen('one message', (page) => page.getByRole('article'), byEnter('link', /^<img/)),
    screen('its answer', region('The letter'), async (page, place) => {
      await byEnter('link', /^<img/)(page, place)
      await whenRead(['a'], 'Your answer', 'Here it is.')(page, place)
    }),
  ],
  '/certificates': [
    screen('the list', row(1)),
    screen(
      'one certificate',
      (page) => page.getByText('Verified', { exact: true }),
      noKey,
      ofCertificate,
    ),
    screen(
      'one that is revoked',
      text('The holder cannot be told'),
      async (page, place) => {
        await whenRead(['r'])(page, place)
        await page.getByLabel('It was issued in error').press('Space')
      },
      ofCertificate,
    ),
    screen(
      'one whose name is corrected',
      text('The certificate will say'),
      whenRead(['e'], 'The right name', 'Lakshmi Right'),
      ofCertificate,
    ),
  ],
  '/certificates/issue': [
    screen('the choice', button('Look at them')),
    screen(
      'a batch to look through',
      region('Certificates to be issued'),
      fromSheet(ofBatch, `SCREENS-2,Asha Batch,Web Development${ofAll}`),
    ),
    screen(
      'a sheet with mistakes',
      region('Mistakes'),
      fromSheet(ofBatch, `SCREENS-3,${harmful.repeat(8)},Web${ofAll}`),
    ),
  ],
  '/outbox': [
    screen('what was not sent', row(1)),
    screen('one letter', region('Letter'), (page) => row(1)(page).getByRole('link').press('Enter')),
  ],
  '/people': [
    screen('whom to look for', (page) => page.getByRole('searchbox')),
    screen('several', text('3 found'), findPerson('Listed')),
    screen('one person', personRead, findPerson(asha)),
    screen('one to be erased', label(/^Type the/), async (page, place) => {
      await findPerson(asha)(page, place)
      await expect(personRead(page)).toBeVisible()
      await page.keyboard.press('e')
    }),
  ],
  '/report': [
    screen('since the beginning', region('Domains'), undefined, { search: () => '?when=all' }),
  ],
  '/journal': [screen('what was done', text('added to the staff'))],
  '/health': [screen('what was found', text('to look into.'), byEnter('button', 'Look again'))],
  '/staff': [
    screen('the list', row(1)),
    screen('an invitation', label(/^Name/), byEnter('button', 'Invite a colleague')),
    screen('somebody who leaves', label(/^Type their name/), async (page, place) => {
      await byEnter('button', 'Change Kabir Listed')(page, place)
      await page.getByRole('combobox').selectOption('end')
    }),
    screen('the link', label(/^Link/), async (page, place) => {
      await byEnter('button', 'Change Kabir Listed')(page, place)
      await page.getByRole('combobox').selectOption('invite')
      await byEnter('button', 'Make the link')(page, place)
    }),
  ],
  '/passkeys': [screen('one’s own', button('Add a passkey'))],
}

/** What a row of a list cuts off, the one that it opens shows whole; and a status line its title. */
const shownElsewhere = 'table *, [data-row] *, li > button *, footer [role=status], select, option'

/** @returns what is wrong with the screen as it is, in the windows of this project. */
async function faultsOf(page: Page, isPhone: boolean): Promise<string[]> {
  const faults: string[] = []
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${where}: ${fault}`))
  const noteWider = async (windowWidth: number, windowHeight: number, how = '') => {
    await page.setViewportSize({ width: windowWidth, height: windowHeight })
    const wider = await sidewaysScroll(page)
    if (wider > 0) faults.push(`${wider} px wider than ${windowWidth} px ${how}`)
  }
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
  await noteWider(820, 1100, 'in large letters')
  await setLetterSize(page, 16)
  await noteWider(820, 1100)
  await noteWider(360, 740)
  await noteWider(320, isPhone ? 640 : 256)
  return faults
}

for (const [room, states] of Object.entries(screens)) {
  for (const { name: called, search, open, shows, isWide } of states) {
    test(
      `${room}, ${called}: is accessible, works by keyboard, and is read in large letters`,
      isWide ? desktopOnly : bothScreens,
      async ({ page, place, desk, complaints }, { project }) => {
        page.on('dialog', (one) => complaints.push(one.message()))
        await page.context().addCookies(place.cookies)
        await page.goto(desk.url + room + (search?.(place) ?? ''))
        await expect(page.locator('main[aria-busy=false] h1')).toBeAttached()
        await open?.(page, place)
        await expect(shows(page)).toBeVisible()
        expect(await faultsOf(page, project.name === 'phone')).toEqual([])
        expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
      },
    )
  }
}
