import { ApplyLink } from '#app/catalogue/internship-links.tsx'
import type { Internship } from '#content/content-schemas.ts'

/** Stays in sight beside the texts on wide screens; the action comes first, so that it does too. */
export function ApplyCard({ internship }: { internship: Internship }) {
  return (
    <aside aria-labelledby="apply">
      <div className="border-hairline bg-warm rounded-lg border p-6 lg:sticky lg:top-[calc(var(--header-height)+1rem)]">
        <h2 id="apply" className="text-heading">
          Apply for this Internship
        </h2>
        <ApplyLink internship={internship} look="primary" className="mt-4 w-full" />
        <Points title="Requirements" points={internship.requirements} />
        <Points title="Benefits" points={internship.benefits} />
      </div>
    </aside>
  )
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <>
      <h3 className="border-hairline mt-5 border-t pt-4 text-lg">{title}</h3>
      <ul className="marker:text-peacock mt-2 grid list-disc gap-1.5 pl-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  )
}
