import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { goToDesk, sendAsRavi, test, wakeOutbox } from '../desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  setLetterSize,
} from '../site-test.ts'
import type { RunningSite } from '#support/start-site.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const letter = (page: Page) => dialog(page).getByRole('region', { name: 'The letter' })
const message = (page: Page) => page.getByRole('region', { name: 'Message', exact: true })

/** @returns what was sent to an address, oldest Message-ID first. */
async function mailsTo(site: RunningSite, address: string) {
  const mails = await Promise.all((await site.letters()).map((mail) => PostalMime.parse(mail)))
  return mails.filter(({ to }) => to?.[0]?.address === address)
}

/** Sends a message, and opens it at the desk. */
async function write(page: Page, site: RunningSite, desk: Desk, subject: string, email: string) {
  await sendAsRavi(site, { subject, email, message: 'Where is it?\n<b>Please</b>' })
  await goToDesk(page, desk, `/messages?text=${encodeURIComponent(subject)}`)
}
type Desk = Parameters<typeof goToDesk>[1]

test(
  'a message is answered by keys: the letter is read before it goes, and threads with ours',
  desktopOnly,
  async ({ page, site, desk }) => {
    const email = 'ravi.by.keys@example.com'
    await write(page, site, desk, 'Certificate of a friend', email)
    await page.keyboard.press('j')
    await expect(message(page).getByText('<b>Please</b>')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('a')
    await dialog(page).getByLabel('Your answer').fill('It is on its way.')
    await expect(letter(page)).toContainText('It is on its way.')
    await expect(letter(page)).toContainText('> <b>Please</b>')
    await expectAccessible(page)
    // What was typed is still there after the letter was left.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(letter(page)).toContainText('It is on its way.')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('answered; the letter goes out')).toBeVisible()
    const answer = message(page).getByRole('region', { name: 'The answer' })
    await expect(answer).toContainText('It is on its way.')
    await expect(message(page).getByRole('button', { name: 'Answer' })).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await wakeOutbox(site)
    await expect.poll(async () => (await mailsTo(site, email)).length).toBe(2)
    const mails = await mailsTo(site, email)
    const first = mails.find(({ inReplyTo }) => !inReplyTo)
    const reply = mails.find(({ inReplyTo }) => inReplyTo)
    expect(reply).toMatchObject({
      inReplyTo: first?.messageId,
      subject: `Re: ${first?.subject}`,
      replyTo: [{ address: 'support@example.org' }],
    })
  },
)

test(
  'of two who answer a message, the second reads what the first wrote, and keeps the own words',
  desktopOnly,
  async ({ page, site, desk, context }) => {
    const email = 'ravi.twice@example.com'
    await write(page, site, desk, 'Answered by two', email)
    await page.getByRole('link', { name: /Answered by two/ }).click()
    await expect(message(page).getByText('<b>Please</b>')).toBeVisible()
    const other = await context.newPage()
    await goToDesk(other, desk, page.url().slice(desk.url.length))
    for (const [one, words] of [
      [page, 'From the first.'],
      [other, 'From the second.'],
    ] as const) {
      await one.getByRole('button', { name: 'Answer', exact: true }).click()
      await dialog(one).getByLabel('Your answer').fill(words)
      await expect(letter(one)).toContainText(words)
    }
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    await other.keyboard.press('Control+Enter')
    await expect(dialog(other).getByText('answered this message already')).toBeVisible()
    await expect(letter(other)).toContainText('From the first.')
    await expect(dialog(other).getByLabel('Your answer')).toHaveValue('From the second.')
    await expectAccessible(other)
    await wakeOutbox(site)
    await expect.poll(async () => (await mailsTo(site, email)).length).toBe(2)
    await other.close()
  },
)

test('a message is read and marked on a phone, and all of it in large letters', async ({
  page,
  site,
  desk,
}) => {
  await write(page, site, desk, 'Read on a phone', 'ravi.phone@example.com')
  await page.getByRole('link', { name: /Read on a phone/ }).click()
  await expect(message(page).getByText('<b>Please</b>')).toBeVisible()
  await expectAccessible(page)
  await setLetterSize(page, 32)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await dialog(page).getByLabel('Your answer').fill('Yes.')
  await expect(letter(page)).toContainText('Yes.')
  await expectNoSidewaysScroll(page)
  await dialog(page).getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText('is marked as answered.')).toBeVisible()
  await expect(message(page).getByText('Marked as answered by')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByText('to answer', { exact: true }).click()
  await expect(page.getByText('There is none.')).toBeVisible()
})

test(
  'an address is corrected by a letter that came back: the letter goes there, and the message keeps both',
  bothScreens,
  async ({ page, site, desk, complaints }) => {
    const screen = test.info().project.name
    const [wrong, right] = [`ravi.${screen}@exampel.com`, `ravi.${screen}@example.com`]
    await sendAsRavi(site, { subject: 'Sent once more', email: wrong })
    const sentTo = async (address: string) => (await mailsTo(site, address)).length
    await expect.poll(() => sentTo(wrong)).toBeGreaterThan(0)
    await goToDesk(page, desk, `/outbox?state=sent&text=${wrong}`)
    await page.getByRole('link', { name: wrong }).click()
    const pane = page.getByRole('region', { name: 'Letter', exact: true })
    await expect(pane).toContainText('Thank you for writing')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('e')
    const field = pane.getByRole('textbox', { name: 'The right address' })
    await field.fill('nobody@nowhere')
    await field.press('Enter')
    await expect(pane.getByText('That is not an e-mail address.')).toBeVisible()
    // The browser complains of every answer that is no success.
    complaints.length = 0
    await field.fill(right)
    await field.press('Enter')
    await expect(
      page.getByText(/The address of NAIC-\S+ is corrected[.] 1 letter goes/),
    ).toBeVisible()
    await expect(pane).toContainText(right)
    await expectAccessible(page)
    await setLetterSize(page, 32)
    await expectNoSidewaysScroll(page)
    await wakeOutbox(site)
    await expect.poll(() => sentTo(right)).toBe(1)
    await pane.getByRole('link', { name: /^the message NAIC-/ }).click()
    await expect(message(page)).toContainText(right)
    await expect(message(page)).toContainText(wrong)
    await expectAccessible(page)
  },
)

test(
  'the outbox is walked by keys, and a letter goes once more',
  desktopOnly,
  async ({ page, site, desk }) => {
    const email = 'ravi.outbox@example.com'
    await sendAsRavi(site, { subject: 'Once more', email })
    await expect.poll(async () => (await mailsTo(site, email)).length).toBe(1)
    await goToDesk(page, desk, `/outbox?state=sent&text=${email}`)
    await page.keyboard.press('j')
    await expect(page.getByRole('heading', { name: 'We have received your message' })).toBeVisible()
    await page.keyboard.press('g')
    await expect(page.getByText('1 letter goes out again within half a minute.')).toBeVisible()
    await wakeOutbox(site)
    // A mail program takes it for another one.
    await expect
      .poll(async () => (await mailsTo(site, email))[0]?.messageId)
      .toContain('-sender.1@')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Letter', exact: true })).toHaveCount(0)
  },
)
