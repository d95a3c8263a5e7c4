import type { Page } from '@playwright/test'
import { goToDesk, test } from '../desk-test.ts'
import { bothScreens, expect, expectAccessible, expectNoSidewaysScroll } from '../site-test.ts'
import { comeIn, serveDeskBeside } from '../staff-test.ts'

const cardOf = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test(
  'health says to the staff what it means and whom to ask, and only to the operator how',
  bothScreens,
  async ({ browser, page, site, desk }, { project }) => {
    const served = await serveDeskBeside(site)
    const context = await browser.newContext()
    const invitation = await served.invite(
      'add',
      `Meera Health ${project.name}`,
      '--role',
      'reader',
    )
    const meera = await comeIn(context, invitation)
    await meera.goto(`${served.url}/health`)
    await expect(cardOf(meera, 'The mail service')).toContainText('To look into')
    await expect(cardOf(meera, 'The mail service')).toContainText('nobody gets our letters')
    await expect(cardOf(meera, 'The mail service')).toContainText('Tell the person who runs')
    await expect(cardOf(meera, 'Letters')).toContainText('Newest sent')
    await expect(cardOf(meera, 'The disk')).toContainText('Free')
    await expect(cardOf(meera, 'The log of certificates')).toContainText('Entries')
    await expect(meera.getByRole('main')).not.toContainText(/council |systemctl|chmod|SMTP_URL/)
    await expectAccessible(meera)
    await expectNoSidewaysScroll(meera)
    const again = meera.getByRole('button', { name: 'Look again' })
    await again.focus()
    await meera.keyboard.press('Enter')
    await expect(again).toBeFocused()
    await expect(meera.getByText('to look into.')).toBeVisible()
    await meera.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await expectNoSidewaysScroll(meera)

    await goToDesk(page, desk, '/health')
    const mail = cardOf(page, 'The mail service')
    await mail.getByText('For the operator').click()
    await expect(mail).toContainText('SMTP_URL is not set')
    await expectAccessible(page)
    await context.close()
    await served.close()
  },
)
