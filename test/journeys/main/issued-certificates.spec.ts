import {
  allPassed,
  choose,
  credentialFiles,
  expectChecks,
  feature,
  features,
  file,
} from '../certificate-page.ts'
import { issueIn, revokeIn } from '#support/issue-in.ts'
import { expect, failedLoads, test } from '../site-test.ts'

/** A certificate that the council issues, as a browser then shows it. */

test.use({ forgiven: failedLoads })

test('a certificate is verified until withdrawn', async ({ page, site }) => {
  const settings = { DATA_DIR: site.dataDir, SITE_URL: site.url }
  const id = await issueIn(settings, { holder: 'Meera Example' })
  await page.goto(`/verify/${id}`)
  await expect(page.getByRole('article')).toContainText('Meera Example')
  await expect(page.getByText('Verified on March 14, 2026')).toBeVisible()
  await expectChecks(page, allPassed)
  const [credential, receipt] = await credentialFiles(page, site, id)
  await page.goto('/verification')
  await choose(page, credential, receipt)
  await expectChecks(page, allPassed)
  const changed = credential.buffer.toString().replace('Meera', 'Meira')
  await choose(page, file(`${id}.json`, changed), receipt)
  await expect(feature(page, features.signature)).toContainText('Failed')
  await expect(page.getByText('Meira')).toHaveCount(0)

  await revokeIn(settings, id)
  await page.goto(`/verify/${id}`)
  await expect(page.getByText(/^Withdrawn on /)).toBeVisible()
  await expect(page.getByText('wrong details')).toHaveCount(0)
  await expect(page.getByRole('article')).not.toContainText('Verified')
})
