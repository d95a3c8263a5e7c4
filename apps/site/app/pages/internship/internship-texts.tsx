import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { Points } from '@naic/ui/points.tsx'
import { Section } from '@naic/ui/section.tsx'

/** What an internship contains. What goes into detail is folded until it is asked for, searched in or printed. */

/** What a fold is called, where it is no row of a list. */
const foldName = 'text-peacock text-sm font-semibold print:hidden'

export const Overview = ({ paragraphs: [first, ...others] }: { paragraphs: string[] }) => (
  <Section id="overview" title={words.overview.title} className="max-w-text print:hidden">
    <p className="mt-2">{first}</p>
    {/* Open without a summary where the page has two columns, in browsers that can do it by style. */}
    <details className="fold fold-if-narrow">
      <summary>
        <span className={foldName}>{words.overview.more}</span>
      </summary>
      <div className="text-ink-soft grid gap-3 pt-3">
        {others.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  </Section>
)

type Week = Internship['weeks'][number]

/** The first week in sight, the others one below the other, as far as the last. */
export function WeeksInOrder({ internship }: { internship: Internship }) {
  const { weeks, duration, projects } = internship
  const hours = totalHours(weeks)
  const pointsOf = ({ points, projects: numbers }: Week) => (
    <div className="pb-3">
      <Points of={points} className="grid gap-1 pl-5" />
      <p className="text-ink-soft mt-2 text-sm print:hidden">
        {fill(words.weeks.for, {
          projects: numbers.map((number) => projects[number - 1]?.title).join(', '),
        })}
      </p>
    </div>
  )
  return (
    <Section id="weeks" title={words.weeks.title}>
      <p className="text-ink-soft">{fill(words.weeks.total, { hours, duration })}</p>
      <ol className="mt-3">
        {weeks.map((week, index) => {
          const number = (
            <span className="bg-peacock text-paper font-heading grid size-8 shrink-0 place-items-center rounded-full leading-none font-semibold">
              <span className="sr-only">{`${words.weeks.week} `}</span>
              {index + 1}
            </span>
          )
          const takes = fill(words.weeks.hours, { hours: week.hours })
          return index === 0 ? (
            <li key={week.title} className="bg-marigold-pale mb-2 rounded-lg p-4 pb-1">
              <p className="text-peacock text-sm font-semibold print:hidden">
                {words.weeks.first + eveningsOf(week.hours)}
              </p>
              <div className="mt-2 mb-3 flex items-center gap-3 narrow:flex-wrap">
                {number}
                <h3 className="grow text-xl">{week.title}</h3>
                <span className="text-ink-soft shrink-0 text-sm">{takes}</span>
              </div>
              {pointsOf(week)}
            </li>
          ) : (
            <li key={week.title} className="border-hairline border-b">
              <details className="fold">
                <summary>
                  {number}
                  <span className="grow leading-snug font-semibold">{week.title}</span>
                  <span className="text-ink-soft shrink-0 text-sm">{takes}</span>
                </summary>
                {pointsOf(week)}
              </details>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

/** @returns such as ": for example 4 evenings of 2 hours"; nothing where the hours do not divide. */
function eveningsOf(hours: number): string {
  const each = [2, 3].find((some) => hours % some === 0)
  return each ? `: ${fill(words.weeks.evenings, { count: hours / each, hours: each })}` : ''
}

/** Each project in sight, with a drawing of what is finished; folded, what is handed in for it, when it is done, and what goes beyond. */
export const ProjectsToHandIn = ({ id, projects }: Pick<Internship, 'id' | 'projects'>) => (
  <Section id="projects" title={words.projects.title}>
    <ol className="mt-2">
      {projects.map(({ title, description, handIn, doneWhen, shows }, index) => {
        const [task = '', stretch = ''] = description.split(/ ?Stretch goal: /)
        return (
          <li key={title} className="border-hairline border-t pt-3">
            <h3 className="flex gap-3 text-xl">
              <span aria-hidden="true" className="text-peacock">
                {index + 1}
              </span>
              {title}
            </h3>
            <div className="mt-2 grid gap-3 md:grid-cols-2 print:contents">
              <svg
                viewBox="0 0 320 200"
                className="scene w-full rounded-lg print:hidden"
                role="img"
                aria-label={shows}
              >
                <use href={`/finished/${id}.svg#p${index + 1}`} />
              </svg>
              <div>
                <p className="text-ink-soft">{task}</p>
                <details className="fold">
                  <summary>
                    <span className={foldName}>
                      {words.projects.more}
                      <span className="sr-only">{` ${fill(words.projects.ofProject, { project: title })}`}</span>
                    </span>
                  </summary>
                  <div className="grid gap-2 pb-4">
                    <Named name={words.projects.handIn} text={handIn} />
                    <div className="print:hidden">
                      <p className="font-semibold">{words.projects.done}</p>
                      <Points of={doneWhen} className="pl-5" />
                    </div>
                    {stretch === '' ? null : (
                      <Named
                        name={words.projects.stretch}
                        text={stretch.charAt(0).toUpperCase() + stretch.slice(1)}
                      />
                    )}
                  </div>
                </details>
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  </Section>
)

const Named = ({ name, text }: { name: string; text: string }) => (
  <p>
    <b className="font-semibold">{name}</b> {text}
  </p>
)

export const totalHours = (weeks: readonly { hours: number }[]): number =>
  weeks.reduce((sum, { hours }) => sum + hours, 0)
