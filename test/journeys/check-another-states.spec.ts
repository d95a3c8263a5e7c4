import {
  answerWith,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  id,
  test,
} from './certificate-page.ts'

/** What can come of a look-up, by what the page then says. */
const states = {
  'no ID': ['/verify', 'Verification Failed'],
  'an ID of which nothing is left': ['/verify/%3F%3F', 'Verification Failed'],
  'not found': [404, 'Verification Failed'],
  erased: [410, 'This record was erased'],
  'too many': [429, 'We could not check it just now'],
  'out of reach': [503, 'We could not check it just now'],
} as const

for (const [name, [what, heading]] of Object.entries(states)) {
  test(`the next certificate is a field away: ${name}`, async ({ page }) => {
    if (typeof what === 'number') await answerWith(page, what)
    await page.goto(typeof what === 'number' ? `/verify/${id}` : what)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await expect(page.getByRole('link', { name: 'Check several at once' })).toHaveAttribute(
      'href',
      '/verification/several',
    )
    await page.unrouteAll()
    await page.getByLabel('ID of another certificate').fill('naic25-a7k2m')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
  })
}

test('the next certificate is a field away: withdrawn, and forged', async ({ page, issued }) => {
  const statusList = await issued.statusList({ revoked: true })
  const withdrawn = { ...issued.answer, statusList, revocation: issued.revocation }
  const forged = { ...issued.answer, credential: { ...issued.credential, name: 'Another' } }
  for (const [answer, said] of [
    [withdrawn, 'Withdrawn.'],
    [forged, 'Signature check failed'],
  ] as const) {
    await answerWith(page, answer)
    await page.goto(`/verify/${id}`)
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    await expect(page.getByLabel('ID of another certificate')).toBeVisible()
  }
})
