import type { Page } from '@playwright/test'
import {
  applyAs,
  comeIn,
  dialog,
  inRows,
  letterIn,
  sendAsRavi,
  serveDeskBeside,
  statusesOf,
  test as base,
} from '../desk-test.ts'
import { desktopOnly, expect, expectNoSidewaysScroll } from '../site-test.ts'

const list = (page: Page) => page.getByRole('table', { name: 'Applications' })
const rowOf = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })
const news = (page: Page) => page.getByRole('region', { name: 'What others did meanwhile' })
const footer = (page: Page) => page.getByRole('contentinfo')

type Two = { id: string; nandini: Page; kabir: Page; room: string }

/** Two of the staff in browsers of their own, at an application of theirs. */
const test = base.extend<{ two: (about: string) => Promise<Two> }>({
  two: async ({ browser, site, desk }, use) => {
    const contexts = [await browser.newContext(), await browser.newContext()] as const
    const join = async (at: 0 | 1, name: string) =>
      comeIn(contexts[at], await desk.invite('add', name, '--role', 'reviewer'))
    await use(async (about) => ({
      id: await applyAs(site, { name: about, college: `College of ${about}` }),
      nandini: await join(0, `Nandini ${about}`),
      kabir: await join(1, `Kabir ${about}`),
      room: `${desk.url}/applications?text=${encodeURIComponent(`College of ${about}`)}`,
    }))
    for (const context of contexts) await context.close()
  },
})

test('a list is read again only when it changed', desktopOnly, async ({ two, site }) => {
  const { nandini, room } = await two('Read Apart')
  await applyAs(site, { name: 'Also Apart', college: 'College of Read Apart' })
  const told = nandini.waitForResponse(/\/api\/changed/)
  await nandini.goto(room)
  await told
  const lists: string[] = []
  nandini.on('request', (request) => {
    if (request.url().includes('/api/applications?')) lists.push(request.url())
  })
  const open = async (name: string) => {
    await list(nandini).getByRole('link', { name, exact: true }).click()
    await expect(nandini.getByRole('heading', { name })).toBeVisible()
  }
  await expect(async () => {
    lists.length = 0
    await open('Also Apart')
    await open('Read Apart')
    expect(lists).toEqual([])
  }).toPass({ timeout: 30_000 })
  await nandini.getByRole('button', { name: '3', exact: true }).click()
  await expect.poll(() => lists.length).toBeGreaterThan(0)
})

test('what one does shows at the other’s desk', desktopOnly, async ({ two, site, desk }) => {
  const { id, nandini, kabir, room } = await two('Live List')
  await nandini.goto(room)
  const first = rowOf(nandini, 'Live List')
  await expect(first).toContainText('received')

  // With the pointer in the list rows stay where they are, each as it is now.
  await first.hover()
  const before = await first.boundingBox()
  await applyAs(site, { name: 'Comes Later', college: 'College of Live List' })
  const showNew = nandini.getByRole('button', { name: '1 new: show' })
  await expect(showNew).toBeVisible()
  await expect(rowOf(nandini, 'Comes Later')).toHaveCount(0)
  await kabir.goto(`${room}&open=${id}`)
  await kabir.getByRole('button', { name: '4', exact: true }).click()
  await kabir.getByRole('button', { name: /^Decline/ }).click()
  await dialog(kabir).getByRole('checkbox', { name: 'Tell the applicant' }).uncheck()
  await dialog(kabir).getByRole('button', { name: 'Decline' }).click()
  await expect(dialog(kabir)).toHaveCount(0)
  await expect(first).toContainText('declined')
  expect(await first.boundingBox()).toEqual(before)
  await nandini.keyboard.press('.')
  await expect(rowOf(nandini, 'Comes Later')).toBeVisible()
  await expect(showNew).toHaveCount(0)

  // Out of the list they come in quietly, and what is typed and chosen stays.
  await nandini.getByRole('searchbox').hover()
  await nandini.getByRole('searchbox').focus()
  await applyAs(site, { name: 'Comes Last', college: 'College of Live List' })
  await expect(rowOf(nandini, 'Comes Last')).toBeVisible()
  await expect(nandini.getByRole('searchbox')).toBeFocused()
  await expect(nandini.getByRole('searchbox')).toHaveValue('College of Live List')

  await nandini.goto(`${desk.url}/todo`)
  await nandini.mouse.move(5, 5)
  await sendAsRavi(site, { subject: 'Written while they looked', message: 'Hello to the desk.' })
  await expect(nandini.getByText('Written while they looked')).toBeVisible()
})

test('nothing goes out over a decision that is not read', desktopOnly, async ({ two, site }) => {
  const { id, nandini, kabir, room } = await two('Two Minds')
  for (const page of [nandini, kabir]) await page.goto(`${room}&open=${id}`)
  await nandini.getByRole('button', { name: /^Accept/ }).click()
  await kabir.getByRole('button', { name: /^Decline/ }).click()
  const words = dialog(kabir).getByLabel('Your words in the letter')
  await words.fill('Not this time.')
  await expect(letterIn(kabir)).toContainText('Not this')
  await expect(letterIn(nandini)).toBeVisible()
  await nandini.keyboard.press('Control+Enter')
  await expect(dialog(nandini)).toHaveCount(0)

  // Without a key or a click of his.
  await expect(dialog(kabir).getByRole('alert')).toContainText('A colleague has answered')
  await expect(dialog(kabir)).toContainText('Nandini Two Minds: accepted')
  await expect(dialog(kabir).getByRole('button', { name: 'Decline' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await words.press('Control+Enter')
  await words.fill('Not this time, sorry.')
  await words.press('Control+Enter')
  await dialog(kabir).getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(letterIn(kabir)).toHaveCount(0)
  expect(statusesOf(site, id)).toEqual(['accepted'])

  await dialog(kabir).getByRole('button', { name: 'Show me my answer' }).click()
  await expect(dialog(kabir)).toContainText('now accepted, then declined')
  await expect(letterIn(kabir)).toContainText('Not this time, sorry.')
  expect(statusesOf(site, id)).toEqual(['accepted'])
  await kabir.keyboard.press('Control+Enter')
  await expect(dialog(kabir)).toHaveCount(0)
  expect(statusesOf(site, id)).toEqual(['accepted', 'declined'])
  // She reads in the application what he did, until she says so.
  await expect(news(nandini)).toContainText('Kabir Two Minds: declined')
  await news(nandini).getByRole('button', { name: 'I have read it' }).click()
  await expect(news(nandini)).toHaveCount(0)
})

test('what is kept waits until a change of it was read', desktopOnly, async ({ two, site }) => {
  const { id, nandini, kabir, room } = await two('Same Facts')
  for (const page of [nandini, kabir]) await page.goto(`${room}&open=${id}`)
  const note = kabir.getByLabel('Add a note for the staff')
  const hasIt = kabir.getByRole('combobox', { name: 'Who has it' })
  const own = 'Kabir Same Facts'
  await note.fill('I would take her.')
  await kabir.getByRole('button', { name: 'Correct the name' }).click()
  const name = kabir.getByLabel('The name for letters and certificates')
  await name.fill('Same Factz')

  await nandini.getByLabel('Add a note for the staff').fill('She withdrew by telephone.')
  await nandini.getByRole('button', { name: 'Keep the note' }).click()
  await nandini.getByRole('button', { name: 'I have it' }).click()
  await nandini.getByRole('button', { name: 'Correct the name' }).click()
  await nandini.getByLabel('The name for letters and certificates').fill('Same Facts-Rao')
  await nandini.keyboard.press('Enter')

  await expect(news(kabir)).toContainText('wrote a note')
  await expect(news(kabir)).toContainText('She withdrew by telephone.')
  await expect(news(kabir)).toContainText('Name: Same Facts-Rao')

  // The page reads the application again, but slowly.
  const answered = Promise.withResolvers<void>()
  await kabir.route(`**/api/applications/${id}`, async (route) => {
    await answered.promise
    await route.continue()
  })
  // What he has typed is still there, and none of it goes over what he has not read.
  await kabir.getByRole('button', { name: 'Keep the note' }).press('Enter')
  await name.press('Enter')
  await hasIt.selectOption(own)
  const told = 'a colleague has changed it since you opened it'
  await expect(kabir.getByRole('alert').filter({ hasText: told })).toHaveCount(2)
  await expect(note).toHaveValue('I would take her.')
  await expect(name).toHaveValue('Same Factz')
  await expect(hasIt).toHaveValue('Nandini Same Facts')
  const kept = () =>
    site.query('SELECT assignee, name FROM application_kept WHERE application_id = ?', id)
  expect(kept()).toEqual([{ assignee: 'Nandini Same Facts', name: 'Same Facts-Rao' }])
  expect(statusesOf(site, id)).toEqual(['note'])

  await news(kabir).getByRole('button', { name: 'I have read it' }).click()
  await hasIt.selectOption(own)
  await expect.poll(kept).toEqual([{ assignee: own, name: 'Same Facts-Rao' }])
  // What is typed and left while the last of it is still going is kept.
  const tag = kabir.getByLabel('Add a tag')
  for (const one of ['call back', 'topper']) {
    await tag.fill(one)
    await tag.press('Enter')
  }
  const tags = () => site.query('SELECT tags FROM application_kept WHERE application_id = ?', id)
  await expect.poll(tags).toEqual([{ tags: expect.stringMatching(/call back.*topper/s) }])
  answered.resolve()
  await kabir.getByRole('button', { name: 'Keep the note' }).click()
  await expect.poll(() => statusesOf(site, id)).toEqual(['note', 'note'])
})

test('a message that a colleague answers is told', desktopOnly, async ({ two, site, desk }) => {
  const { nandini, kabir } = await two('Same Message')
  await sendAsRavi(site, { subject: 'Answered by two', message: 'Who answers this first?' })
  for (const page of [nandini, kabir]) {
    await page.goto(`${desk.url}/messages?text=Answered+by+two`)
    await page.getByRole('link', { name: 'Answered by two' }).click()
  }
  await kabir.getByRole('button', { name: 'Answer', exact: false }).first().click()
  await dialog(kabir).getByLabel('Your answer').fill('I would say yes.')
  await nandini.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(dialog(kabir).getByRole('alert')).toContainText('Nandini Same Message answered')
  await expect(dialog(kabir).getByLabel('Your answer')).toHaveValue('I would say yes.')
  await kabir.keyboard.press('Control+Enter')
  await expect(dialog(kabir)).toBeVisible()
})

test('a bulk decision outlasts a session', desktopOnly, async ({ two, site }) => {
  const { id, nandini, room } = await two('Half Decided')
  const other = await applyAs(site, { name: 'Also Half', college: 'College of Half Decided' })
  await nandini.goto(room)
  for (const name of ['Half Decided', 'Also Half'])
    await nandini.getByRole('checkbox', { name: `Select ${name}` }).check()
  await nandini.keyboard.press('s')
  const words = dialog(nandini).getByLabel('Your words in the letter')
  await words.fill('See you after lunch.')
  await expect(letterIn(nandini)).toContainText('after lunch')
  const hers = 'staff_id = (SELECT id FROM staff WHERE name = ?)'
  inRows(site, `DELETE FROM staff_session WHERE ${hers}`, 'Nandini Half Decided')
  const again = nandini.getByRole('dialog', { name: 'Please sign in again' })
  await expect(again).toBeVisible()
  for (const each of [id, other]) expect(statusesOf(site, each)).toEqual([])
  await again.getByRole('button', { name: 'Sign in with my passkey' }).click()
  await expect(again).toHaveCount(0)
  await expect(words).toHaveValue('See you after lunch.')
  await words.press('Control+Enter')
  await expect(nandini.getByText('2 of 2: shortlisted.')).toBeVisible()
  for (const each of [id, other]) expect(statusesOf(site, each)).toEqual(['shortlisted'])
})

test('a desk without a connection says so', desktopOnly, async ({ browser, site, complaints }) => {
  const served = await serveDeskBeside(site)
  const id = await applyAs(site, { name: 'Away From Desk' })
  const context = await browser.newContext()
  const invitation = await served.invite('add', 'Lata Away', '--role', 'reviewer')
  const lata = await comeIn(context, invitation)
  // What shows its resume has not come yet when the desk goes away.
  const [asked, away] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await lata.route(/pdf-pages/, async (route) => {
    asked.resolve()
    await away.promise
    await route.abort()
  })
  await lata.goto(`${served.url}/applications?open=${id}`)
  const note = lata.getByLabel('Add a note for the staff')
  await note.fill('Typed while the desk was away.')
  await asked.promise
  await served.close()
  away.resolve()
  await expect(footer(lata)).toContainText('No connection since')
  await expect(lata.getByRole('region', { name: /^Resume/ })).toContainText('cannot be shown')
  await lata.getByRole('button', { name: 'Keep the note' }).click()
  const history = lata.getByRole('region', { name: 'History' })
  await expect(history.getByRole('alert')).toContainText('The note was not kept.')
  await expectNoSidewaysScroll(lata)
  await expect(note).toHaveValue('Typed while the desk was away.')

  const again = await serveDeskBeside(site, { DESK_URL: served.url })
  await expect(footer(lata)).toContainText('Connected again.')
  await lata.getByRole('button', { name: 'Keep the note' }).click()
  await expect(note).toHaveValue('')
  expect(statusesOf(site, id)).toEqual(['note'])
  await context.close()
  await again.close()
  complaints.length = 0
})
