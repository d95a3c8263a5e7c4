import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { Today } from '@naic/ui/today.tsx'
import { catalogue } from '@naic/content/catalogue.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { siteMap, type SitePage } from '@naic/content/site-map.ts'
import words from '@naic/content/en/sitemap.json' with { type: 'json' }
import { Section } from '@naic/ui/section.tsx'

export const sitemapPage: Page = () => ({
  head: metaOf(words, '/sitemap'),
  body: <SitemapPage groups={siteMap([...catalogue])} />,
})

type Groups = ReturnType<typeof siteMap>

const SitemapPage = ({ groups }: { groups: Groups }) => (
  <>
    <PageBanner title={words.title}>{words.text}</PageBanner>
    <div className="wrap grid gap-8 py-8 md:py-12 print:py-4">
      <p className="text-ink-soft">
        {words.lastUpdated} <Today format="long" />
      </p>
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
      <Tree pages={groups.flatMap(({ pages }) => pages)} />
    </div>
  </>
)

const Group = ({ title, about, pages }: Groups[number]) => (
  <Section
    id={`group-${title.replaceAll(' ', '-').toLowerCase()}`}
    title={title}
    className="border-marigold border-t-4 pt-4"
  >
    <p className="text-ink-soft mb-3 text-sm">{about}</p>
    <ul>
      {pages.map((page) => (
        <Entry key={page.path} {...page} />
      ))}
    </ul>
  </Section>
)

/** How long an internship takes stands beside its name; what any other page is about, below it. */
const Entry = ({ path, label, about, lang }: SitePage) => (
  <li className="border-hairline border-t">
    <a
      href={path}
      className={`group hover:bg-warm flex flex-wrap items-baseline justify-between gap-x-3 py-2.5 ${path.includes('/internships/') ? '' : 'flex-col'}`}
    >
      <span
        lang={lang}
        className="text-peacock group-hover:text-peacock-deep font-medium underline underline-offset-3"
      >
        {label}
      </span>
      <span className="text-ink-soft text-sm">{about}</span>
    </a>
  </li>
)

const Tree = ({ pages }: { pages: readonly SitePage[] }) => (
  <Section id="tree" title={words.tree} look="text-heading mb-4">
    <div className="border-hairline bg-warm rounded-lg border p-4 md:columns-2 md:gap-10 md:p-6">
      <p className="font-heading mb-1">{organisation.name}</p>
      <Branches pages={pages} parent="" />
    </div>
  </Section>
)

/** With the lines of a tree as it is drawn in a terminal; a long name wraps and stays beside them. */
const tree =
  '*:relative *:break-inside-avoid *:py-[0.1rem] *:pl-5 *:before:absolute *:before:top-0 *:before:left-1 *:before:h-[calc(0.95rem+1px)] *:before:w-3 *:before:border-control *:before:border-b *:before:border-l *:not-last:after:absolute *:not-last:after:inset-y-0 *:not-last:after:left-1 *:not-last:after:border-control *:not-last:after:border-l'

/** @param pages of the whole tree: a page is under the one whose path begins its own. */
function Branches({ pages, parent }: { pages: readonly SitePage[]; parent: string }) {
  const above = (path: string) => pages.findLast((page) => path.startsWith(`${page.path}/`))
  const children = pages.filter(({ path }) => (above(path)?.path ?? '') === parent)
  if (children.length === 0) return null
  return (
    <ul className={tree}>
      {children.map(({ path, label, lang }) => (
        <li key={path}>
          <span className="flex flex-wrap gap-x-3 text-sm leading-relaxed">
            <span className="font-mono font-medium">{path.slice(parent.length)}</span>
            <span lang={lang} className="text-ink-soft">
              {label}
            </span>
          </span>
          <Branches pages={pages} parent={path} />
        </li>
      ))}
    </ul>
  )
}
