import { expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('from a result and from a failure the next one is a field away', async ({
      page,
      complaints,
    }) => {
      await page.goto('/verify/NAIC25XXXXX')
      const field = page.getByLabel('ID of another certificate')
      await field.fill('naic25-a7k2m')
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await expect(page).toHaveURL('/verify/NAIC25A7K2M')
      await expect(page).toHaveTitle(/^Asha Example, /)
      if (javaScriptEnabled) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await field.fill('NAIC25XXXXX')
      await field.press('Enter')
      await expect(page).toHaveURL('/verify/NAIC25XXXXX')
      await expect(page).not.toHaveTitle(/Asha/)
      complaints.splice(0)
    })
  })
}
