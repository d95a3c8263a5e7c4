import { metaOf } from '#app/page-meta.ts'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { longDate, Today } from '@naic/ui/today.tsx'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { siteMap, type SitePage } from '@naic/content/site-map.ts'
import words from '@naic/content/en/sitemap.json' with { type: 'json' }

export const meta = () => metaOf(words, '/sitemap')

/** Only these fields of the catalogue's files come to the browser. */
type Field = Record<string, string>
const ids: Record<string, number> = import.meta.glob('../../../../../content/internships/*.json', {
  eager: true,
  import: 'id',
})
const titles: Field = import.meta.glob('../../../../../content/internships/*.json', {
  eager: true,
  import: 'title',
})
const durations: Field = import.meta.glob('../../../../../content/internships/*.json', {
  eager: true,
  import: 'duration',
})

const groups = siteMap(
  Object.entries(ids)
    .map(([file, id]) => ({ id, title: titles[file] ?? '', duration: durations[file] ?? '' }))
    .sort((a, b) => a.id - b.id),
)

export default function SitemapPage() {
  return (
    <>
      <PageBanner title="Sitemap">{words.text}</PageBanner>
      <div className="wrap py-10 md:py-14 print:py-4">
        <p className="text-ink-soft mb-10">
          Last Updated: <Today format={longDate} />
        </p>
        <div className="grid gap-x-10 gap-y-12 lg:grid-cols-4">
          {groups.map((group) => (
            <Group key={group.title} {...group} />
          ))}
        </div>
        <Tree />
      </div>
    </>
  )
}

function Group({ title, about, pages }: (typeof groups)[number]) {
  const id = `group-${title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section
      aria-labelledby={id}
      className="border-ink border-t-2 pt-5 lg:has-[li:nth-child(10)]:col-span-2"
    >
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <p className="text-ink-soft mt-1 mb-4">{about}</p>
      <ul className="lg:has-[li:nth-child(10)]:columns-2 lg:gap-10">
        {pages.map((page) => (
          <Entry key={page.path} {...page} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ path, label, about }: SitePage) {
  return (
    <li className="border-hairline break-inside-avoid border-t">
      <SiteLink to={path} className="group block py-3">
        <span className="text-peacock group-hover:text-peacock-deep block font-medium underline underline-offset-3">
          {label}
        </span>
        <span className="text-ink-soft block text-sm">{about}</span>
      </SiteLink>
    </li>
  )
}

function Tree() {
  return (
    <section aria-labelledby="tree" className="mt-14">
      <h2 id="tree" className="text-heading mb-4">
        All addresses as a tree
      </h2>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
        tabIndex={0}
        aria-label="Tree of addresses"
        role="region"
        className="border-hairline bg-warm overflow-x-auto narrow:whitespace-pre-wrap rounded-lg border p-4 font-mono text-[0.8125rem] leading-relaxed md:p-6 md:text-sm"
      >
        {`${organisation.name}\n${drawTree(groups.flatMap(({ pages }) => pages))}`}
      </pre>
    </section>
  )
}

/**
 * Draws pages as a tree of their addresses, one line each, such as
 * ```
 * ├── /internships  Internships
 * │   └── /1  Frontend Web Development
 * ```
 *
 * @param pages in the order of the lines; a page is under the one whose path begins its own.
 */
function drawTree(pages: readonly SitePage[]): string {
  return branches(pages, '', '').join('\n')
}

function branches(pages: readonly SitePage[], parent: string, indent: string): string[] {
  const children = pages.filter(({ path }) => parentOf(path, pages) === parent)
  return children.flatMap(({ path, label }, index) => {
    const last = index === children.length - 1
    const line = `${indent}${last ? '└── ' : '├── '}${path.slice(parent.length)}  ${label}`
    return [line].concat(branches(pages, path, indent + (last ? '    ' : '│   ')))
  })
}

const parentOf = (path: string, pages: readonly SitePage[]) =>
  pages.find((page) => path.startsWith(`${page.path}/`))?.path ?? ''
