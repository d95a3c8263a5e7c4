import type { Locator } from '@playwright/test'
import { expect } from './site-test.ts'

const fee = '₹105 documentation fee'

/** What everybody must know before they apply, within a part of a page. */
export const programmeFacts = (within: Locator): Locator =>
  within.getByRole('list', { name: 'Before you apply' })

/** @param duration of one internship; by default, of all of them. */
export async function expectProgrammeFacts(within: Locator, duration = '4, 6 or 8 weeks') {
  await expect(programmeFacts(within).getByRole('listitem')).toHaveText([
    'Unpaid',
    '8-10 hours a week',
    duration,
    'Online',
    `${fee} for internship completion and certificate issuance`,
  ])
}

/** The same where there is little room, without what the fee is for. */
export async function expectBriefFacts(within: Locator, duration: string) {
  await expect(programmeFacts(within).getByRole('listitem')).toHaveText([
    'Unpaid',
    '8-10 hours a week',
    duration,
    'Online',
    fee,
  ])
}
