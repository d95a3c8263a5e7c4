import { sitePaths } from '@naic/content/site-map.ts'
import { desktopOnly, expect, openAlive, test, testOfAnswers } from '../site-test.ts'

/** How one page follows another: the browser does it, as the site asks it to. */

testOfAnswers('pages say what may be fetched ahead: no certificate', async ({ request }) => {
  for (const path of ['/', '/internships?q=python', '/verify/NAIC25A7K2M', '/no-such-page']) {
    const { 'speculation-rules': rules } = (await request.get(path)).headers()
    expect(rules, path).toBe('"/speculation-rules.json"')
  }
  const answer = await request.get('/speculation-rules.json')
  expect(answer.headers()['content-type']).toBe('application/speculationrules+json')
  const { prefetch } = await answer.json()
  expect(prefetch).toMatchObject([{ eagerness: 'moderate' }])
  expect(JSON.stringify(prefetch)).toContain('{"not":{"href_matches":["/verify/*"')
})

test('after a step back all is there, where it was', async ({ page }) => {
  await openAlive(page, '/internships')
  const place = 1500
  await page.evaluate((y) => scrollTo(0, y), place)
  await page.locator('footer a[href="/about"]').dispatchEvent('click')
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page.locator('[data-cards] > li')).toHaveCount(12)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

// Playwright's browser keeps no page for a step back. It says all the reasons, the page's own as well.
test('no page forbids the browser to keep it for a step back', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  const reasons: string[] = []
  browser.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations: all }) =>
    reasons.push(...all.map(({ type, reason }) => `${type} ${reason}`)),
  )
  for (const path of [...sitePaths, '/verify/NAIC25A7K2M', '/internships/3']) {
    await openAlive(page, path)
    // Its check is over, and nothing is being fetched.
    if (path.startsWith('/verify/')) await expect(page.getByText('Verified on')).toBeVisible()
    await page.goto('/about')
    await page.goBack()
    await expect.poll(() => reasons, path).not.toEqual([])
    const own = reasons.splice(0).filter((each) => !each.startsWith('Circumstantial'))
    expect(own, path).toEqual([])
  }
})

test('a press arrives as soon as the next page is there', desktopOnly, async ({ page }) => {
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await page.goto('/about')
  const place = await link('Contact').boundingBox()
  await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 20)
  for (const frames of [0, 2, 5]) {
    await page.goto('/about')
    await link('Internships').evaluate((element: HTMLElement) => {
      element.click()
    })
    await page.waitForFunction(() => location.pathname === '/internships')
    await page.evaluate(async (count) => {
      for (let frame = 0; frame < count; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
    }, frames)
    await page.mouse.down()
    await page.mouse.up()
    await expect(page, `${frames} frames after`).toHaveURL('/contact')
  }
})
