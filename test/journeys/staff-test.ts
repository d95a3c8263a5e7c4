import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { runCouncil } from '#support/council.ts'
import { OpenDesk } from '#support/open-desk.ts'
import type { RunningSite } from '#support/start-site.ts'

/** A desk that is served to the staff beside a site. */
export type Served = {
  url: string
  /** Runs the operator's command line beside it. */
  council: (...words: string[]) => Promise<string>
  /** A command of "staff" that invites. @returns the address of the invitation. */
  invite: (...words: string[]) => Promise<string>
  close: () => Promise<unknown>
}

/**
 * @param at where it was before, once it has ended; undefined for anywhere.
 * @param more settings, of its commands too.
 */
export async function serveDeskBeside(
  { dataDir, url: siteUrl }: RunningSite,
  at?: string,
  more: Record<string, string> = {},
): Promise<Served> {
  const atOnce = { LETTER_DELAY_SECONDS: '0' }
  const settings = { DATA_DIR: dataDir, SITE_URL: siteUrl, ...atOnce, ...more }
  const desk = await OpenDesk.open(at ? { ...settings, DESK_URL: at } : settings)
  const { url } = desk
  const operator = async (...words: string[]) => {
    const own = { SITE_URL: siteUrl, DESK_URL: url, ...more }
    const { code, stdout, shown } = await runCouncil(dataDir, words, own)
    if (code !== 0) throw new Error(shown)
    return stdout
  }
  return {
    url,
    council: operator,
    invite: async (...words) => (await operator('staff', ...words)).trim(),
    close: () => desk.close(),
  }
}

/** Gives a page's browser an authenticator, as a laptop has one that asks for a finger. */
export async function authenticatorOf(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

export const make = (page: Page) => page.getByRole('button', { name: 'Make my passkey' })
export const rooms = (page: Page) => page.getByRole('navigation', { name: 'Desk' })

/** Comes in by an invitation, in a browser of their own. */
export async function comeIn(context: BrowserContext, invitation: string): Promise<Page> {
  const page = await context.newPage()
  await authenticatorOf(page)
  await page.goto(invitation)
  await make(page).click()
  await rooms(page).waitFor()
  return page
}
