import type { Internship } from '#content/content-schemas.ts'

/** What one must know and fetch first: early, because it decides if somebody can take part. */
export function BeforeYouStart({ internship }: { internship: Internship }) {
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
