import { Check } from 'lucide-react'
import type { Internship } from '#content/content-schemas.ts'
import { BeforeYouStart } from './before-you-start.tsx'
import { ProjectsToHandIn } from './projects-to-hand-in.tsx'
import { WeeksInOrder } from './weeks-in-order.tsx'

/** What an internship contains, each part set in its own way, so that one can be told from another. */
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
