import { Check } from 'lucide-react'
import type { Internship } from '@naic/content/content-schemas.ts'

/** What an internship contains. Each part looks different, so that they are easy to tell apart. */
export function InternshipTexts({ internship }: { internship: Internship }) {
  return (
    <div className="grid content-start gap-14 print:block">
      <Overview paragraphs={internship.overview} />
      <BeforeYouStart internship={internship} />
      <WeeksInOrder key={internship.id} internship={internship} />
      <Skills skills={internship.skills} />
      <ProjectsToHandIn projects={internship.projects} />
    </div>
  )
}

function Overview({ paragraphs }: { paragraphs: string[] }) {
  return (
    <section aria-labelledby="overview" className="max-w-text grid gap-4 print:hidden">
      <h2 id="overview" className="text-heading">
        Overview
      </h2>
      {paragraphs.map((paragraph, index) => (
        <p key={paragraph} className={index === 0 ? 'text-lg' : 'text-ink-soft'}>
          {paragraph}
        </p>
      ))}
    </section>
  )
}

function Skills({ skills }: { skills: string[] }) {
  return (
    <section
      aria-labelledby="skills"
      className="grid gap-4 print:break-inside-avoid print:mb-3 print:gap-1"
    >
      <h2 id="skills" className="text-heading">
        Skills You Will Learn
      </h2>
      <ul className="grid gap-x-8 sm:grid-cols-2 marker:text-peacock print:block print:ml-1 print:list-disc print:pl-5">
        {skills.map((skill) => (
          <li
            key={skill}
            className="border-hairline flex items-start gap-3 border-t py-3 print:list-item print:border-0 print:py-0"
          >
            <Check
              aria-hidden
              className="text-peacock mt-1 size-4 shrink-0 print:hidden"
              strokeWidth={3}
            />
            {skill}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Open from the start; the others open when they are asked for, searched in or printed. */
const openWeeks = 2

function WeeksInOrder({ internship }: { internship: Internship }) {
  const { weeks, duration } = internship
  return (
    <section aria-labelledby="weeks" className="grid gap-4 print:mb-3 print:gap-1">
      <div>
        <h2 id="weeks" className="text-heading">
          Week by Week
        </h2>
        <p className="text-ink-soft mt-1">{`${totalHours(weeks)} hours in ${duration}`}</p>
      </div>
      <ol className="divide-hairline border-hairline divide-y border-y print:divide-y-0 print:border-0">
        {weeks.map((week, index) => (
          <li key={week.title} className="break-inside-avoid print:mb-1">
            <details
              open={index < openWeeks}
              className="group print:details-content:[content-visibility:visible]"
            >
              <summary className="grid narrow:flex narrow:flex-col narrow:items-start narrow:gap-1 min-h-14 cursor-pointer list-none grid-cols-[1fr_auto] items-center gap-x-4 py-3 sm:grid-cols-[5rem_1fr_auto] print:flex print:min-h-0 print:gap-x-1.5 print:py-0 [&::-webkit-details-marker]:hidden">
                <span className="text-peacock text-sm font-semibold max-sm:col-span-2">
                  {`Week ${index + 1}`}
                </span>
                <span className="text-lg leading-snug font-semibold">{week.title}</span>
                <span className="text-ink-soft flex items-center gap-3 text-sm whitespace-nowrap">
                  {`${week.hours} hours`}
                  <span
                    aria-hidden="true"
                    className="border-peacock mb-1 size-2.5 rotate-45 border-r-2 border-b-2 group-open:mt-1 group-open:mb-0 group-open:-rotate-135 print:hidden"
                  />
                </span>
              </summary>
              <div className="pb-4 sm:pl-24 print:p-0 print:pl-1">
                <ul className="marker:text-peacock grid list-disc gap-1 pl-5 print:gap-0">
                  {week.points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
                <p className="text-ink-soft mt-2 text-sm print:hidden">
                  {projectsOf(week.projects)}
                </p>
              </div>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** @returns such as "For project 2", or "For projects 1 and 3". */
const projectsOf = (numbers: number[]): string =>
  `For project${numbers.length > 1 ? 's' : ''} ${new Intl.ListFormat('en-GB').format(numbers.map(String))}`

/** Each project with what is handed in, and when it is done. */
function ProjectsToHandIn({ projects }: Pick<Internship, 'projects'>) {
  return (
    <section aria-labelledby="projects" className="grid gap-4 print:mb-3 print:gap-1">
      <h2 id="projects" className="text-heading">
        Projects You Will Work On
      </h2>
      <ol>
        {projects.map(({ title, description, handIn, doneWhen }, index) => (
          <li
            key={title}
            className="border-hairline grid break-inside-avoid gap-x-6 gap-y-1 border-t py-6 sm:grid-cols-[3.5rem_1fr] print:flex print:gap-x-1.5 print:mb-1 print:border-0 print:py-0"
          >
            <span
              aria-hidden="true"
              className="font-heading text-title text-peacock print:text-ink leading-none print:text-xl print:leading-normal"
            >
              {index + 1}
            </span>
            <div className="max-w-text grid gap-2 print:gap-0">
              <h3 className="text-xl">{title}</h3>
              <p className="text-ink-soft">{description}</p>
              <p>
                <b className="font-semibold">You hand in:</b> {handIn}
              </p>
              <div>
                <p className="font-semibold print:hidden">It is done when</p>
                <ul className="marker:text-peacock list-disc pl-5 print:hidden">
                  {doneWhen.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Early on the page, because it decides who can take part. */
function BeforeYouStart({ internship }: { internship: Internship }) {
  const { prerequisites, downloads, downloadNote } = internship
  const total = downloads.reduce((sum, one) => sum + (one.optional ? 0 : one.megabytes), 0)
  return (
    <section aria-labelledby="before" className="max-w-text grid gap-4 print:mb-3 print:gap-1">
      <h2 id="before" className="text-heading">
        Before You Start
      </h2>
      <div className="grid gap-1.5 print:gap-0">
        <h3 className="text-lg">What you should know</h3>
        <ul className="marker:text-peacock grid list-disc gap-1 pl-5 print:ml-1 print:gap-0">
          {prerequisites.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-1.5 print:gap-0">
        <h3 className="text-lg">What you download</h3>
        <p className="text-ink-soft print:hidden">
          {`All of it is free.${total > 0 ? ` Together it is about ${size(total)}.` : ''}`}
        </p>
        <ul>
          {downloads.map(({ name, use, megabytes, optional }) => (
            <li
              key={name}
              className="border-hairline flex narrow:flex-col justify-between gap-4 narrow:gap-0 border-t py-2 print:border-0 print:py-0"
            >
              <span>
                <b className="font-semibold">{name}</b>
                <span className="text-ink-soft">{`: ${use}${optional ? ' (optional)' : ''}`}</span>
              </span>
              <span className="text-ink-soft shrink-0 text-right narrow:text-left">
                {megabytes > 0 ? size(megabytes) : 'in the browser'}
              </span>
            </li>
          ))}
        </ul>
        <p className="text-ink-soft">{downloadNote}</p>
      </div>
    </section>
  )
}

/** @returns such as "110 MB", or "1.4 GB". */
const size = (megabytes: number) =>
  megabytes < 1000 ? `${megabytes} MB` : `${Math.round(megabytes / 100) / 10} GB`

export const totalHours = (weeks: readonly { hours: number }[]): number =>
  weeks.reduce((sum, { hours }) => sum + hours, 0)
