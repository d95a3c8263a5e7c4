import type { ReactNode } from 'react'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

/** What an internship contains. What goes into detail is folded, and opens without a script. */

export function Overview({ paragraphs: [first, ...others] }: { paragraphs: string[] }) {
  return (
    <section aria-labelledby="overview" className="max-w-text print:hidden">
      <h2 id="overview" className="text-heading mb-2">
        {words.overview.title}
      </h2>
      <p>{first}</p>
      <Folded openIfWide summary={<FoldName>{words.overview.more}</FoldName>}>
        <div className="text-ink-soft grid gap-3 pt-3">
          {others.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Folded>
    </section>
  )
}

/** The first week in sight, the others one below the other, as far as the last. */
export function WeeksInOrder({ internship }: { internship: Internship }) {
  const { weeks, duration } = internship
  const [first, ...others] = weeks
  return (
    <section aria-labelledby="weeks" className="grid gap-3">
      <div>
        <h2 id="weeks" className="text-heading">
          {words.weeks.title}
        </h2>
        <p className="text-ink-soft">
          {fill(words.weeks.total, { hours: totalHours(weeks), duration })}
        </p>
      </div>
      <ol>
        {first ? <FirstWeek internship={internship} week={first} /> : null}
        {others.map((week, index) => (
          <li key={week.title} className="border-hairline border-b">
            <Folded
              summary={
                <>
                  <Number of={index + 2} />
                  <span className="grow leading-snug font-semibold">{week.title}</span>
                  <Hours of={week.hours} />
                </>
              }
            >
              <WeekPoints internship={internship} week={week} />
            </Folded>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Week = Internship['weeks'][number]
type OfWeek = { internship: Internship; week: Week }

function FirstWeek({ internship, week }: OfWeek) {
  const evenings = eveningsOf(week.hours)
  return (
    <li className="bg-marigold-pale mb-2 rounded-lg p-4 pb-1">
      <p className="text-peacock text-sm font-semibold print:hidden">
        {evenings ? `${words.weeks.first}: ${evenings}` : words.weeks.first}
      </p>
      <div className="mt-2 mb-3 flex items-center gap-3 narrow:flex-wrap">
        <Number of={1} />
        <h3 className="grow text-xl">{week.title}</h3>
        <Hours of={week.hours} />
      </div>
      <WeekPoints internship={internship} week={week} />
    </li>
  )
}

/** @returns such as "for example 4 evenings of 2 hours"; none where the hours do not divide. */
function eveningsOf(hours: number): string | undefined {
  const each = [2, 3].find((some) => hours % some === 0)
  return each ? fill(words.weeks.evenings, { count: hours / each, hours: each }) : undefined
}

function WeekPoints({ internship, week }: OfWeek) {
  const titles = week.projects.map((number) => internship.projects[number - 1]?.title ?? '')
  return (
    <div className="pb-3">
      <ul className="marker:text-peacock grid list-disc gap-1 pl-5">
        {week.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="text-ink-soft mt-2 text-sm print:hidden">
        {fill(words.weeks.for, { projects: titles.join(', ') })}
      </p>
    </div>
  )
}

function Number({ of: number }: { of: number }) {
  return (
    <span className="bg-peacock text-paper font-heading grid size-8 shrink-0 place-items-center rounded-full leading-none font-semibold">
      <span className="sr-only">{`${words.weeks.week} `}</span>
      {number}
    </span>
  )
}

function Hours({ of: hours }: { of: number }) {
  return (
    <span className="text-ink-soft shrink-0 text-sm">{fill(words.weeks.hours, { hours })}</span>
  )
}

type Fold = {
  summary: ReactNode
  children: ReactNode
  /** Open without a summary where the page has two columns, in browsers that can do it by style. */
  openIfWide?: boolean
}

/** Closed until it is asked for, searched in or printed. */
export function Folded({ summary, children, openIfWide }: Fold) {
  return (
    <details className={openIfWide ? 'fold fold-if-narrow' : 'fold'}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

/** What a fold is called, where it is no row of a list. */
const FoldName = ({ children }: { children: ReactNode }) => (
  <span className="text-peacock text-sm font-semibold print:hidden">{children}</span>
)

export function Skills({ skills }: { skills: string[] }) {
  return (
    <section aria-labelledby="skills" className="grid break-inside-avoid gap-3">
      <h2 id="skills" className="text-heading">
        {words.skills}
      </h2>
      <ul className="marker:text-peacock columns-[3_9rem] *:mb-1 *:ml-5 *:break-inside-avoid list-disc text-sm leading-snug">
        {skills.map((skill) => (
          <li key={skill}>{skill}</li>
        ))}
      </ul>
    </section>
  )
}

const stretchGoal = / ?Stretch goal: /

/** Each project in sight; folded, what is handed in for it, when it is done, and what goes beyond. */
export function ProjectsToHandIn({ projects }: Pick<Internship, 'projects'>) {
  return (
    <section aria-labelledby="projects">
      <h2 id="projects" className="text-heading mb-2">
        {words.projects.title}
      </h2>
      <ol>
        {projects.map((project, index) => (
          <li key={project.title} className="border-hairline border-t pt-3">
            <h3 className="flex gap-3 text-xl">
              <span aria-hidden="true" className="text-peacock">
                {index + 1}
              </span>
              {project.title}
            </h3>
            <Project project={project} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Project({ project }: { project: Internship['projects'][number] }) {
  const { title, description, handIn, doneWhen } = project
  const [task = '', stretch] = description.split(stretchGoal)
  return (
    <>
      <p className="text-ink-soft mt-1 max-w-text">{task}</p>
      <Folded
        summary={
          <FoldName>
            {words.projects.more}
            <span className="sr-only">{` ${fill(words.projects.ofProject, { project: title })}`}</span>
          </FoldName>
        }
      >
        <div className="grid max-w-text gap-2 pb-4">
          <p>
            <b className="font-semibold">{words.projects.handIn}</b>
            {` ${handIn}`}
          </p>
          <div className="print:hidden">
            <p className="font-semibold">{words.projects.done}</p>
            <ul className="marker:text-peacock list-disc pl-5">
              {doneWhen.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          {stretch ? (
            <p>
              <b className="font-semibold">{words.projects.stretch}</b>
              {` ${capital(stretch)}`}
            </p>
          ) : null}
        </div>
      </Folded>
    </>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const totalHours = (weeks: readonly { hours: number }[]): number =>
  weeks.reduce((sum, { hours }) => sum + hours, 0)
