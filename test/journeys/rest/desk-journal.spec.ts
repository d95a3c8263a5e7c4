import { keepFact } from '@naic/admissions/applications/keep-fact.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStored } from '@naic/house/storage.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { applyAs, goToDesk, inRows, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

test('the journal says who did what', desktopOnly, async ({ page, desk, site }) => {
  const id = await applyAs(site, { name: 'Asha Journal' })
  const who = 'Lata of the journal'
  const reference = referenceOf(id)
  await using stored = await openStored(readConfig({ DATA_DIR: site.dataDir, SITE_URL: site.url }))
  await keepFact(stored.database, id, { fact: 'score', to: '4' }, { who: 'meera' })
  const entry = 'INSERT INTO journal (id, at, who, did, subject) VALUES (?, ?, ?, ?, ?)'
  for (let at = 100; at < 205; at += 1) {
    const time = `2021-05-01T06:00:00.${at}Z`
    const row = [`${id}-${at}`, time, who, 'messages answered', `NAIC-0000-0${at}`]
    inRows(site, entry, ...row)
  }

  await goToDesk(page, desk, '/journal')
  const row = page.getByRole('listitem').filter({ hasText: reference })
  await expect(row).toContainText(`scored ${reference} (score)`)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Asha Journal' })).toBeVisible()

  await page.goBack()
  await page.getByLabel('Who', { exact: true }).selectOption(who)
  await expect(page.getByRole('region', { name: '1 May 2021' }).getByRole('listitem')).toHaveCount(
    100,
  )
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByText('NAIC-0000-0100')).toBeVisible()
  await expect(page.getByText(`${who} marked as answered`)).toHaveCount(5)
  await page.getByLabel('From', { exact: true }).fill(todayInIndia())
  await expect(page.getByText('Nothing was done then.')).toBeVisible()
  await expect(page).toHaveURL(/who=Lata/)
})
