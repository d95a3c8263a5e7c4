import { expectProgrammeFacts } from './programme-facts.ts'
import { expect, test } from './site-test.ts'

test('the about page tells the story, the aims and the six values', async ({ page }) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('About the council')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Our Story',
    'Mission and Vision',
    'Core Values',
    'Our Impact',
    'Join us',
  ])
  const story = page.getByRole('region', { name: 'Our Story' })
  await expect(story).toContainText('founded in 2018')
  await expect(story).toContainText('began with 50 students')
  await expect(page.getByRole('heading', { level: 3, name: /^Our/ })).toHaveText([
    'Our Mission',
    'Our Vision',
  ])
  const values = page.getByRole('region', { name: 'Core Values' })
  await expect(values.getByRole('heading', { level: 3 })).toHaveText([
    'Excellence',
    'Accessibility',
    'Innovation',
    'Practical Learning',
    'Student-Centric',
    'Industry Alignment',
  ])
})

test('what everybody must know stands beside the way to apply', async ({ page }) => {
  await page.goto('/about')
  const closing = page.getByRole('region', { name: 'Join us' })
  await expect(closing.getByRole('link', { name: 'Apply as a Student' })).toBeVisible()
  await expectProgrammeFacts(closing)
})

test('the impact is told in four figures', async ({ page }) => {
  await page.goto('/about')
  const impact = page.getByRole('region', { name: 'Our Impact' })
  await expect(impact.getByRole('definition')).toHaveText(['5000+', '15+', '100+', '80%'])
  await expect(impact.getByRole('term')).toHaveText([
    'students trained',
    'domains',
    'partner institutions',
    'placement rate',
  ])
})

test('students and partners each have their button', async ({ page }) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Partner with Us' })).toHaveAttribute(
    'href',
    '/contact',
  )
  await main.getByRole('link', { name: 'Apply as a Student' }).click()
  await expect(page).toHaveURL('/apply')
})
