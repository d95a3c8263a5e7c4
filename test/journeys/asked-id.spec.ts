import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './certificate-page.ts'

/** What stands in the address, and what is shown of it. */
const ids = [
  ['naic25-nosuch', 'naic25-nosuch'],
  ['🎓', '🎓'],
  ['  ', '  '],
  ['%ff', '%ff'],
  ['<b>&amp;', '<b>&amp;'],
  ['a/b', 'a/b'],
  ['Z'.repeat(100), 'Z'.repeat(100)],
  ['Z'.repeat(101), `${'Z'.repeat(100)}…`],
  ['z-'.repeat(2_000), `${'z-'.repeat(50)}…`],
  ['🎓'.repeat(150), `${'🎓'.repeat(100)}…`],
  ['x\u202e\u2069\u202eevil', 'x\u202e\u2069\u202eevil'],
  ['line\nfeed\ttab', 'line\nfeed\ttab'],
] as const

const nameOf = (id: string) => (id.length > 40 ? `${id.slice(0, 10)}, ${id.length} long,` : id)

const words = (page: Page) => page.locator('p', { hasText: 'No certificate found with ID: ' })

async function expectShown(page: Page, shown: string) {
  await expect(words(page)).toHaveCount(1)
  expect(await words(page).textContent()).toBe(`No certificate found with ID: ${shown}`)
}

for (const [id, shown] of ids) {
  test(`the ID ${JSON.stringify(nameOf(id))} is not found, and shown as it was asked for`, async ({
    page,
  }) => {
    const response = await page.goto(`/verify/${encodeURIComponent(id)}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    await expectShown(page, shown)
    await expectNoSidewaysScroll(page)

    // Not from the server this time.
    await page.getByRole('link', { name: 'Try another ID' }).click()
    await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    await expectShown(page, shown)
  })
}

test('what turns the direction of writing, or cannot be seen, is named and turns nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/verify/${encodeURIComponent('\u2069\u202eab\u200b')}`)
  const shown = words(page).locator('bdi')
  await expect(shown).toBeVisible()
  const names = await shown
    .locator('span[data-name]')
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark, '::before').content))
  expect(names).toEqual(['"U+2069"', '"U+202E"', '"U+200B"'])
  const [paragraph, box, order] = await words(page).evaluate((element) => {
    const lefts = ['a', 'b'].map((letter) => {
      const text = [...(element.querySelector('bdi')?.childNodes ?? [])].find(
        (node) => node.nodeValue === 'ab',
      )
      const range = document.createRange()
      if (text) range.setStart(text, letter === 'a' ? 0 : 1)
      if (text) range.setEnd(text, letter === 'a' ? 1 : 2)
      return range.getBoundingClientRect().left
    })
    return [
      element.getBoundingClientRect().left,
      element.querySelector('bdi')?.getBoundingClientRect().left ?? 0,
      lefts,
    ] as const
  })
  expect(box).toBeGreaterThan(paragraph + 50)
  expect(order[0]).toBeLessThan(order[1] ?? 0)
  await expectAccessible(page)
})

test('marks that pile up on a letter paint nothing over the rest of the page', async ({ page }) => {
  const shoot = async (id: string) => {
    await page.goto(`/verify/${encodeURIComponent(id)}`)
    await expect(words(page)).toBeVisible()
    const below = page.getByText('Please check the verification code and try again.')
    return [
      await page.getByRole('heading', { name: 'Verification Failed' }).screenshot(),
      await below.screenshot(),
    ]
  }
  expect(await shoot(`z${'\u0300\u0323'.repeat(49)}`)).toEqual(await shoot('z'))
})

test('a certificate is found by what is left of its ID once it is cleaned', async ({ page }) => {
  const response = await page.goto(`/verify/naic25-a7k2m${'-'.repeat(200)}`)
  expect(response?.status()).toBe(200)
  await expect(page.getByText('Asha Example')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [id, shown] of ids) {
    test(`the ID ${JSON.stringify(nameOf(id))} is not found, and shown as it was asked for`, async ({
      page,
    }) => {
      const response = await page.goto(`/verify/${encodeURIComponent(id)}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed')
      await expectShown(page, shown)
    })
  }
})
