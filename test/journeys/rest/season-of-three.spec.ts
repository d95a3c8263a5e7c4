import type { Page } from '@playwright/test'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'
import { summary } from '../certificate-page.ts'
import {
  applyAs,
  certificateOf,
  comeIn,
  dialog,
  rooms,
  sendAsRavi,
  type Served,
  serveDeskBeside,
} from '../desk-test.ts'
import { desktopOnly, expect, failedLoads, test } from '../site-test.ts'

/** A season in browsers alone: 300 apply, three of the staff work at once, and all books agree. */

const count = 300
const today = todayInIndia()
const staffAddress = 'staff@example.org'

/** A name has no digits on a certificate. */
const nameOf = (number: number) =>
  `Applicant ${String(number).replaceAll(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))}`

const collegeOf = (number: number) => `College ${String(number % 30).padStart(2, '0')}`
const emailOf = (number: number) => `a${number}@example.com`
const answersOf = (number: number) => ({
  name: nameOf(number),
  email: emailOf(number),
  phone: `+91 98000 ${10_000 + number}`,
  college: collegeOf(number),
  internship: '4',
})

let relay: Awaited<ReturnType<typeof startRelay>>
let site: RunningSite
let served: Served
test.beforeAll(async () => {
  relay = await startRelay()
  site = await RunningSite.start({
    SUBMISSIONS_PER_MINUTE: '100000',
    LETTERS_PER_HOUR: '10000',
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    STAFF_EMAIL: staffAddress,
  })
  served = await serveDeskBeside(site)
})
test.afterAll(async () => {
  await served?.close()
  await site?.stop()
  await relay?.stop()
})
test.use({ forgiven: failedLoads })

/** How many letters each address must have got, by all that was done. */
const letters = new Map<string, number>()
const expectLetter = (address: string, more = 1) =>
  letters.set(address, (letters.get(address) ?? 0) + more)

/** Who the list of a college has, in its order. */
const numbersOf = (college: string) =>
  Array.from({ length: count }, (_, number) => number)
    .filter((number) => collegeOf(number) === college)
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))

const article = (page: Page) => page.getByRole('article')
const said = (page: Page) => page.getByRole('contentinfo').getByRole('status')
const isRead = (page: Page, number: number) =>
  expect(article(page).getByRole('heading', { name: nameOf(number), exact: true })).toBeVisible()

/** Goes through a college by keys, in a list by name: each is decided, and the next is there. */
async function decide(page: Page, college: string, keys: string): Promise<void> {
  await page.goto(`${served.url}/applications?college=${encodeURIComponent(college)}&sort=name`)
  await page.getByRole('region', { name: 'Found' }).getByRole('link').first().click()
  for (const [at, number] of numbersOf(college).entries()) {
    await isRead(page, number)
    await page.keyboard.press(keys.charAt(at))
    await expect(dialog(page)).toContainText(`Dear ${nameOf(number)},`)
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(said(page)).toContainText(referenceOf(ids[number] ?? ''))
    expectLetter(emailOf(number))
  }
}

/** Records what came in, and completes; without a fee only by agreeing to that. */
async function complete(page: Page, numbers: readonly number[], unpaid?: number): Promise<void> {
  for (const number of numbers) {
    await page.goto(`${served.url}/applications?open=${ids[number]}`)
    await isRead(page, number)
    const kept = page.getByRole('region', { name: 'Kept by the office' })
    for (const [key, reference] of [
      ['h', `TASKS-${number}`],
      ...(number === unpaid ? [] : [['f', `UTR-${number}`]]),
    ] as const) {
      await page.keyboard.press(key)
      await expect(kept.getByLabel('Its reference')).toBeFocused()
      await page.keyboard.type(reference)
      await page.keyboard.press('Enter')
      await expect(kept).toContainText(`${reference} by `)
    }
    await page.keyboard.press('c')
    await dialog(page).getByLabel('Completed on').fill(today)
    const without = dialog(page).getByLabel('Complete it without')
    if (number === unpaid) await without.check()
    await expect(dialog(page)).toContainText('No letter goes out.')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(said(page)).toContainText(': completed')
  }
}

const certificateOfApplicant = (number: number) =>
  certificateOf(site, referenceOf(ids[number] ?? ''))

const unsent = () =>
  site.query('SELECT subject, attempts, last_failure FROM letter WHERE sent_at IS NULL')

/** Lets the server look for letters at once, by a message that somebody writes. */
async function sendLetters(subject: string): Promise<void> {
  await sendAsRavi(site, { subject })
  expectLetter('ravi.iyer@example.com')
  expectLetter(staffAddress)
  await expect.poll(unsent, { timeout: 90_000 }).toEqual([])
}

let ids: string[]

test('three people of different roles work at once', desktopOnly, async ({ page, browser }) => {
  ids = []
  for (let at = 0; at < count; at += 20) {
    const some = Array.from({ length: 20 }, (_, next) => applyAs(site, answersOf(at + next)))
    ids.push(...(await Promise.all(some)))
  }
  for (const number of ids.keys()) expectLetter(emailOf(number))
  expectLetter(staffAddress, count)

  const join = async (name: string, ...roles: string[]) => {
    const asked = roles.flatMap((role) => ['--role', role])
    return comeIn(await browser.newContext(), await served.invite('add', name, ...asked))
  }
  const nandini = await join('Nandini Rao', 'reviewer')
  const kabir = await join('Kabir Shah', 'reviewer', 'issuer')
  const lata = await join('Lata Menon', 'keeper')

  const [first, second] = [numbersOf('College 01'), numbersOf('College 02')]
  const accepted = { byNandini: first.slice(7), byKabir: second.slice(0, 6) }

  await test.step('two decide at once', async () => {
    await Promise.all([
      decide(nandini, 'College 01', 'sssswwwaaa'),
      decide(kabir, 'College 02', 'aaaaaadddd'),
    ])
  })

  await test.step('all others are declined together, each with a letter', async () => {
    const decided = new Set([...first, ...second])
    await nandini.goto(`${served.url}/applications?status=received&sort=name`)
    await expect(nandini.getByRole('row').nth(100)).toBeVisible()
    await nandini.keyboard.press('ControlOrMeta+a')
    await nandini.getByRole('button', { name: 'Select all 280' }).press('Enter')
    await expect(nandini.getByText('280 selected').first()).toBeVisible()
    await nandini.keyboard.press('d')
    await expect(dialog(nandini)).toContainText('280 of 280 would change.')
    await nandini.keyboard.press('Control+Enter')
    await expect(said(nandini)).toContainText('280 of 280: declined.')
    for (const number of ids.keys()) if (!decided.has(number)) expectLetter(emailOf(number))
  })

  await test.step('tasks and fees are recorded, and nine complete', () =>
    Promise.all([
      complete(nandini, accepted.byNandini),
      complete(kabir, accepted.byKabir, accepted.byKabir[5]),
    ]))

  const [corrected = 0, revoked = 0, forgotten = 0, stands = 0] = accepted.byKabir
  const completed = [...accepted.byNandini, ...accepted.byKabir]

  await test.step('who may issues certificates to all of them', async () => {
    await kabir.goto(`${served.url}/certificates/issue`)
    await kabir.getByRole('button', { name: 'Look at them' }).press('Enter')
    await expect(kabir.getByText('9 would be issued, 0 were issued before.')).toBeVisible()
    await kabir.getByRole('button', { name: 'Issue 9 certificates' }).press('Enter')
    await expect(kabir.getByText('9 issued, 0 issued before.')).toBeVisible()
    for (const number of completed) expectLetter(emailOf(number))
    await sendLetters('Are they issued?')
  })
  const wrong = certificateOfApplicant(corrected)

  await test.step('one name is corrected, and one certificate withdrawn', async () => {
    await kabir.goto(`${served.url}/certificates?open=${wrong}`)
    await expect(article(kabir)).toContainText(nameOf(corrected))
    await kabir.keyboard.press('e')
    await dialog(kabir).getByLabel('The right name').fill('Asha Corrected')
    await expect(dialog(kabir)).toContainText('Dear Asha Corrected,')
    await kabir.keyboard.press('Control+Enter')
    await expect(said(kabir)).toContainText(/is issued to Asha Corrected in its place\. A letter/)
    expectLetter(emailOf(corrected))

    await kabir.goto(`${served.url}/certificates?open=${certificateOfApplicant(revoked)}`)
    await expect(article(kabir)).toContainText(nameOf(revoked))
    await kabir.keyboard.press('r')
    await dialog(kabir).getByLabel('Academic misconduct').check()
    await expect(dialog(kabir)).toContainText(`Dear ${nameOf(revoked)},`)
    await kabir.keyboard.press('Control+Enter')
    await expect(said(kabir)).toContainText('is revoked.')
    expectLetter(emailOf(revoked))
    await sendLetters('Is it corrected?')
  })

  const erasedId = certificateOfApplicant(forgotten)
  await test.step('the keeper erases one person', async () => {
    await lata.goto(`${served.url}/applications?open=${ids[forgotten]}`)
    await lata.getByRole('link', { name: 'All that is held of them' }).press('Enter')
    await expect(lata.getByRole('heading', { name: emailOf(forgotten) })).toBeVisible()
    await lata.keyboard.press('e')
    await dialog(lata).getByLabel('Their certificates too').press('Space')
    await lata.getByLabel(/^Type the address/).fill(emailOf(forgotten))
    await expect(dialog(lata)).toContainText('1 certificate')
    await lata.keyboard.press('Control+Enter')
    await expect(lata.getByRole('heading', { name: 'Erased' })).toBeVisible()
  })

  await test.step('the report counts what was done', async () => {
    await lata.goto(`${served.url}/report?when=all`)
    const figures = lata.getByRole('region', { name: 'Key figures' })
    for (const figure of ['Received299', 'waitlisted15', 'Accepted8', 'Completed8', 'Certified7'])
      await expect(figures).toContainText(figure)
    await rooms(lata).getByRole('link', { name: 'To do' }).click()
    for (const words of ['All are decided.', 'All have theirs.'])
      await expect(lata.getByText(words).first()).toBeVisible()
  })

  await test.step('the public sees each certificate as it is', async () => {
    for (const [id, says] of [
      [certificateOfApplicant(stands), `Verified: ${nameOf(stands)}`],
      [certificateOfApplicant(corrected), 'Verified: Asha Corrected'],
      [wrong, `Withdrawn: ${nameOf(corrected)}`],
      [certificateOfApplicant(revoked), `Withdrawn: ${nameOf(revoked)}`],
      [erasedId, 'Erased'],
    ] as const) {
      await page.goto(`${site.url}/verify/${id}`)
      await expect(summary(page)).toHaveText(says)
      // Whoever has one in its place is led there, and asked for no other.
      const advice = page.getByText('Ask them for a newer one')
      await expect(advice).toHaveCount(id === certificateOfApplicant(revoked) ? 1 : 0)
      if (id === wrong)
        await expect(
          page.getByRole('link', { name: certificateOfApplicant(corrected) }),
        ).toHaveAttribute('href', `/verify/${certificateOfApplicant(corrected)}`)
    }
  })

  await test.step('everybody got the letters that the staff saw, and no other', async () => {
    const got = new Map<string, number>()
    for (const address of relay.taken.flatMap(({ to }) => to))
      got.set(address, (got.get(address) ?? 0) + 1)
    expect(Object.fromEntries(got)).toEqual(Object.fromEntries(letters))
  })

  await test.step('the journal names who it was', () => {
    const deeds = site.query<{ deed: string; times: number }>(
      "SELECT who || ': ' || did AS deed, COUNT(*) AS times FROM journal GROUP BY deed",
    )
    expect(Object.fromEntries(deeds.map(({ deed, times }) => [deed, times]))).toMatchObject({
      'Nandini Rao: applications set-status': 10 + 3 + 280,
      'Kabir Shah: applications set-status': 10 + 6,
      'Kabir Shah: certificates issue': 1,
      'Kabir Shah: certificates correct': 1,
      'Kabir Shah: certificates revoke': 1,
      // Their application, and their certificate.
      'Lata Menon: erase': 2,
    })
  })

  await test.step('the operator finds all books right', async () => {
    await served.council('check')
    await served.council('log', 'verify')
  })
  for (const each of [nandini, kabir, lata]) await each.context().close()
})
