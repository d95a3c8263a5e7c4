import { writeFile } from 'node:fs/promises'
import { siteUrlPlaceholder } from '#app/server-context/site-address.ts'
import { categories, categoryPath } from '@naic/content/categories.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import llms from '@naic/content/llms.json' with { type: 'json' }
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { lastChanged } from './last-changed.ts'
import { contentOf } from './page-content.ts'
import { withProgrammeWords } from './programme-words.ts'
import { readInternships, readSiteMap } from './read-words.ts'

/**
 * Writes what programs read about the site: sitemap.xml, robots.txt and llms.txt. The server
 * puts SITE_URL into them.
 */
const groups = readSiteMap()
const addressOf = (path: string) => siteUrlPlaceholder + path

const urls = [
  ...groups.flatMap(({ pages }) => pages.map(({ path }) => ({ path, page: path }))),
  ...categories.map((category) => ({ path: categoryPath(category), page: '/internships' })),
].map(({ path, page }) => {
  const changed = lastChanged(contentOf(page))
  const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
  return `  <url><loc>${addressOf(path)}</loc>${lastmod}</url>`
})

await writeFile(
  'build/client/sitemap.xml',
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`,
)

await writeFile(
  'build/client/robots.txt',
  `# Certificates carry names, and their pages and files say noindex. They may be fetched all the
# same: who may not read a page does not see that it says so, nor what a shared link shows.
User-agent: *
Disallow: /api/

Sitemap: ${addressOf('/sitemap.xml')}
`,
)

/** What llms.txt adds of an internship: what its weeks are about. */
const weeksOf = new Map(
  readInternships<Pick<Internship, 'id' | 'weeks'>>().map(({ id, weeks }) => [
    `/internships/${id}`,
    `. Week by week: ${weeks.map(({ title }) => title).join('; ')}`,
  ]),
)

const sections = groups.map(({ title, about, pages }) => {
  const links = pages.map(
    (page) =>
      `- [${page.label}](${addressOf(page.path)}): ${page.about}${weeksOf.get(page.path) ?? ''}`,
  )
  return `## ${title}\n\n${about}\n\n${links.join('\n')}\n`
})

// The form that https://llmstxt.org proposes: a title, a summary, then lists of links.
await writeFile(
  'build/client/llms.txt',
  `# ${organisation.name} (${organisation.shortName})

> ${organisation.tagline}

${withProgrammeWords(llms.summary)}

${sections.join('\n')}`,
)
