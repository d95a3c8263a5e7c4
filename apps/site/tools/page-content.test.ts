import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sitePaths } from '@naic/content/site-map.ts'
import { contentOf } from './page-content.ts'

test('every page of the site map shows some file of content/', () => {
  for (const page of sitePaths) {
    const files = contentOf(page)
    expect(files, page).not.toEqual([])
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  }
})

test('a page’s content is what its own room shows', () => {
  expect(contentOf('/privacy')).toContain('content/legal/privacy.md')
  expect(contentOf('/privacy')).not.toContain('content/legal/terms.md')
  expect(contentOf('/internships')).toContain('content/internships')
  expect(contentOf('/internships/9')).toEqual(['content/internships/09-java-development.json'])
  expect(contentOf('/')).toContain('content/testimonials.json')
})

test('a page that the route table does not have is an error that names it', () => {
  expect(() => contentOf('/nowhere')).toThrow('apps/site/app/routes.ts has no page for /nowhere.')
})
