import { SiteLink } from '#app/ui/site-link.tsx'
import { siteMap, type SitePage } from '#content/site-map.ts'
import organisation from '#content/organisation.json' with { type: 'json' }
import words from '#content/sitemap.json' with { type: 'json' }
import { pageMeta } from '#app/page-meta.ts'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { longDate, Today } from '#app/ui/today.tsx'
import { drawTree } from './draw-tree.ts'

export const meta = () =>
  pageMeta({
    title: words.metaTitle,
    description: words.metaDescription,
    path: '/sitemap',
  })

/** Only these fields of the catalogue's files come to the browser. */
type Field = Record<string, string>
const ids: Record<string, number> = import.meta.glob('/content/internships/*.json', {
  eager: true,
  import: 'id',
})
const titles: Field = import.meta.glob('/content/internships/*.json', {
  eager: true,
  import: 'title',
})
const durations: Field = import.meta.glob('/content/internships/*.json', {
  eager: true,
  import: 'duration',
})

const groups = siteMap(
  Object.entries(ids)
    .map(([file, id]) => ({ id, title: titles[file] ?? '', duration: durations[file] ?? '' }))
    .sort((a, b) => a.id - b.id),
)
const tree = drawTree(groups.flatMap(({ pages }) => pages))

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
        {`${organisation.name}\n${tree}`}
      </pre>
    </section>
  )
}
