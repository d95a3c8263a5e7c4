import { expect, test } from 'vitest'
import { readSiteMap } from './read-words.ts'
import { shareWords } from './share-words.ts'

test('a share picture says what its page is about, not where the site map lists it', () => {
  const groups = readSiteMap()
  const pages = groups.flatMap((group) => group.pages)
  expect(pages.length).toBeGreaterThan(20)
  for (const page of pages) {
    const { title, foot } = shareWords(page)
    expect(groups.map((group) => group.title)).not.toContain(foot)
    if (page.path !== '/') expect([title, foot]).toEqual([page.label, page.about])
  }
})
