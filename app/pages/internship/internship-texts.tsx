import { Check } from 'lucide-react'
import type { Internship } from '#content/content-schemas.ts'

/** Overview, skills and projects: each set in its own way, so that one can be told from another. */
export function InternshipTexts({ internship }: { internship: Internship }) {
  const { overview, skills, projects } = internship
  return (
    <div className="grid content-start gap-14">
      <section aria-labelledby="overview" className="max-w-text grid gap-4">
        <h2 id="overview" className="text-heading">
          Overview
        </h2>
        {overview.map((paragraph, index) => (
          <p key={paragraph} className={index === 0 ? 'text-lg' : 'text-ink-soft'}>
            {paragraph}
          </p>
        ))}
      </section>
      <section aria-labelledby="skills" className="grid gap-4">
        <h2 id="skills" className="text-heading">
          Skills You Will Learn
        </h2>
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {skills.map((skill) => (
            <li key={skill} className="border-hairline flex items-start gap-3 border-t py-3">
              <Check aria-hidden className="text-peacock mt-1 size-4 shrink-0" strokeWidth={3} />
              {skill}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="projects" className="grid gap-4">
        <h2 id="projects" className="text-heading">
          Projects You Will Work On
        </h2>
        <ol>
          {projects.map(({ title, description }, index) => (
            <li
              key={title}
              className="border-hairline grid gap-x-6 gap-y-1 border-t py-6 sm:grid-cols-[3.5rem_1fr]"
            >
              <span
                aria-hidden="true"
                className="font-heading text-title text-peacock leading-none"
              >
                {index + 1}
              </span>
              <div className="max-w-text grid gap-2">
                <h3 className="text-xl">{title}</h3>
                <p className="text-ink-soft">{description}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
