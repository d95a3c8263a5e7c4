import type { Internship } from '#content/content-schemas.ts'

/** Each project with what is handed in, and by which points one sees oneself that it is done. */
export function ProjectsToHandIn({ projects }: Pick<Internship, 'projects'>) {
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
