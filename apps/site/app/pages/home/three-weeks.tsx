import { LikeLinks } from '#app/catalogue/liking.tsx'
import type { Like } from '@naic/content/categories.ts'
import type { Internship } from '@naic/content/content-schemas.ts'
import home from '@naic/content/en/home.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { findInternship } from '@naic/content/internships.server.ts'
import { TextLink } from '@naic/ui/text-link.tsx'

const { weeks: words } = home.council

/** Of one internship for what somebody likes: three of its weeks, each with what is made in it. */
export function ThreeWeeks({ like }: { like: Like }) {
  const internship = findInternship(String(words.of[like]))
  if (!internship) throw new Error(`There is no internship ${words.of[like]} for ${like}.`)
  const { id, title } = internship
  return (
    <div id="weeks" className="grid scroll-mt-4 gap-3">
      <p className="font-semibold">{words.likes}</p>
      <LikeLinks chosen={[like]} to={(each) => `/?like=${each}#weeks`} />
      <p className="font-heading text-xl font-semibold">
        {words.title} <TextLink href={`/internships/${id}`}>{title}</TextLink>
      </p>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-3 sm:gap-5">
        {weeksOfProjects(internship).map(({ week, project }) => (
          <li key={week} className="grid content-start gap-2">
            <svg
              viewBox="0 0 320 200"
              className="scene w-full rounded-md"
              role="img"
              aria-label={internship.projects[project - 1]?.shows}
            >
              <use href={`/finished/${id}.svg#p${project}`} />
            </svg>
            <p className="leading-snug max-sm:text-sm">
              <span className="text-ink-soft block text-sm">
                {fill(words.week, { number: week })}
              </span>
              {internship.weeks[week - 1]?.title}
            </p>
          </li>
        ))}
      </ol>
      <TextLink href={`/internships?like=${like}`}>{words.all}</TextLink>
    </div>
  )
}

const shownProjects = 3

/** @returns the numbers of each of the first projects and of the first week that works on it alone or with others. */
function weeksOfProjects({ weeks }: Internship) {
  const taken = new Set<number>()
  return Array.from({ length: shownProjects }, (_, index) => {
    const project = index + 1
    const at = weeks.findIndex(
      ({ projects }, number) => projects.includes(project) && !taken.has(number),
    )
    taken.add(at)
    return { week: at + 1, project }
  }).toSorted((one, other) => one.week - other.week)
}
