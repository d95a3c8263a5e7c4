import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import {
  dialog,
  goToDesk,
  passOn,
  inRows,
  letterIn,
  sendAsRavi,
  test,
  wakeOutbox,
} from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'
import type { RunningSite } from '#support/start-site.ts'

const message = (page: Page) => page.getByRole('region', { name: 'Message', exact: true })
const letter = (page: Page) => page.getByRole('region', { name: 'Letter', exact: true })

async function mailsTo(site: RunningSite, address: string) {
  const mails = await Promise.all((await site.letters()).map((mail) => PostalMime.parse(mail)))
  return mails.filter(({ to }) => to?.[0]?.address === address)
}

test('a message is answered by keys', desktopOnly, async ({ page, site, desk }) => {
  const email = 'ravi.by.keys@example.com'
  const subject = 'Certificate of a friend'
  await sendAsRavi(site, { subject, email, message: 'Where is it?\n<b>Please</b>' })
  await goToDesk(page, desk, '/messages?text=Certificate+of+a+friend')
  await page.keyboard.press('j')
  await expect(message(page).getByText('<b>Please</b>')).toBeVisible()
  await page.keyboard.press('a')
  const answered = dialog(page).getByLabel('Your answer')
  await expect(answered).toBeFocused()
  await page.keyboard.type('It is on its way.')
  await dialog(page).getByRole('button', { name: 'Where is my certificate?' }).click()
  await expect(answered).toHaveValue(/^It is on its way[.]\n\nA certificate is issued once/)
  await answered.fill('It is on its way.')
  await expect(letterIn(page)).toContainText('It is on its way.')
  await expect(letterIn(page)).toContainText('> <b>Please</b>')
  // What was typed is still there after the letter was left, and the page loaded again.
  await page.keyboard.press('Escape')
  await page.reload()
  await message(page).waitFor()
  await page.keyboard.press('a')
  await expect(letterIn(page)).toContainText('It is on its way.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('answered; the letter goes out')).toBeVisible()
  const answer = message(page).getByRole('region', { name: 'The answer' })
  await expect(answer).toContainText('It is on its way.')
  await expect(message(page).getByRole('button', { name: 'Answer' })).toHaveCount(0)
  await wakeOutbox(site)
  await expect.poll(async () => (await mailsTo(site, email)).length).toBe(2)
  const mails = await mailsTo(site, email)
  const first = mails.find(({ inReplyTo }) => !inReplyTo)
  const reply = mails.find(({ inReplyTo }) => inReplyTo)
  expect(reply).toMatchObject({
    inReplyTo: first?.messageId,
    subject: `Re: ${subject}`,
    replyTo: [{ address: 'support@example.org' }],
  })
})

test('after an answer the next one opens', desktopOnly, async ({ page, site, desk }) => {
  for (const name of ['First Asker', 'Second Asker']) {
    await sendAsRavi(site, { name, subject: 'One of two' })
  }
  await goToDesk(page, desk, '/messages?text=One+of+two')
  await page.keyboard.press('j')
  await expect(message(page).getByRole('heading', { name: 'One of two' })).toBeVisible()
  const sender = message(page).getByRole('region', { name: 'The message' })
  await expect(sender).toContainText('Second Asker')
  await page.keyboard.press('a')
  await page.keyboard.type('Yes.')
  await expect(letterIn(page)).toContainText('Dear Second Asker')
  await page.keyboard.press('Control+Enter')
  await expect(sender).toContainText('First Asker')
  await page.keyboard.press('m')
  await expect(page.getByText(/First Asker, NAIC-.+ is marked as answered/)).toBeVisible()
})

test('an address is corrected by a letter that came back', async ({ page, site, desk }) => {
  const [wrong, right] = ['ravi.wrong@exampel.com', 'ravi.right@example.com']
  // Opened before it was sent: it comes into the list by itself.
  await goToDesk(page, desk, `/outbox?state=sent&text=${wrong}`)
  await expect(page.getByText('There is none.')).toBeVisible()
  await sendAsRavi(site, { subject: 'Sent once more', email: wrong })
  await page.getByRole('link', { name: wrong }).click()
  await expect(letter(page)).toContainText('Thank you for writing')
  await page.keyboard.press('e')
  const field = letter(page).getByRole('textbox', { name: 'The right address' })
  await field.fill(right)
  await field.press('Enter')
  await expect(
    page.getByText(/The address of NAIC-\S+ is corrected[.] 1 letter goes/),
  ).toBeVisible()
  await expect(letter(page)).toContainText(right)
  await wakeOutbox(site)
  await expect.poll(async () => (await mailsTo(site, right)).length).toBe(1)
  await letter(page)
    .getByRole('link', { name: /^the message NAIC-/ })
    .click()
  await expect(message(page)).toContainText(right)
  await expect(message(page)).toContainText(wrong)

  // As if a colleague were a moment faster.
  await page.route('**/answered', async (route) => {
    await passOn(desk, route.request())
    await route.continue()
  })
  await message(page).getByRole('button', { name: 'Mark as answered' }).click()
  await expect(page.getByText(/was not marked: .+ answered it/)).toBeVisible()
})

test('a letter of the outbox goes once more', desktopOnly, async ({ page, site, desk }) => {
  const email = 'ravi.outbox@example.com'
  await sendAsRavi(site, { subject: 'Once more', email })
  await goToDesk(page, desk, `/outbox?state=sent&text=${email}`)
  await expect(page.getByRole('link', { name: email })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: 'We have received your message' })).toBeVisible()
  const again = page.getByText('1 letter goes out again within half a minute.')
  await page.keyboard.press('g')
  await expect(letterIn(page)).toContainText(email)
  await expect(again).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(again).toBeVisible()
  await wakeOutbox(site)
  // A mail program takes it for another one.
  await expect.poll(async () => (await mailsTo(site, email))[0]?.messageId).toContain('-sender.1@')

  const refused = "sent_at = NULL, gave_up_at = created_at, last_failure = '550 No.'"
  inRows(site, `UPDATE letter SET ${refused} WHERE to_address = ?`, email)
  await page.goto(`${desk.url}/outbox?text=${email}+received`)
  await page.getByRole('button', { name: 'Send the refused one again' }).click()
  await expect(dialog(page)).toContainText(email)
  await page.keyboard.press('Control+Enter')
  await expect(again).toBeVisible()
})
