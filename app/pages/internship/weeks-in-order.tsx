import type { Internship } from '#content/content-schemas.ts'
import { totalHours } from './total-hours.ts'

/** Open from the start; the others open when they are asked for, searched in or printed. */
const openWeeks = 2

/** The syllabus: what each week is about, for how many hours and which project. */
export function WeeksInOrder({ internship }: { internship: Internship }) {
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
