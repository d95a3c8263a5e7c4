import { ApplyLink } from '#app/catalogue/internship-parts.tsx'
import { ProgrammeFacts } from '#app/catalogue/programme-facts.tsx'
import type { Internship } from '@naic/content/content-schemas.ts'
import words from '@naic/content/en/internship-page.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { feeAlone } from '@naic/content/programme-facts.ts'
import { Points } from '@naic/ui/points.tsx'

/**
 * Who can take part, what one gets, and the way to apply. It stays in sight beside the texts on wide
 * screens. If the screen is lower than the card, the lists scroll within it, so that the action
 * stays in sight; if there is no room for them, the card scrolls with the page. On paper it is
 * what one should know and download.
 */
export const ApplyCard = ({ internship }: { internship: Internship }) => (
  <aside aria-labelledby="apply" className="lg:[grid-area:1/2/3]">
    <div className="bg-warm max-lg:shadow-[0_0_0_100vmax_var(--color-warm)] max-lg:[clip-path:inset(0_-100vmax)] lg:border-hairline pt-4 lg:*:px-5 lg:rounded-lg lg:border flex flex-col gap-3 tall:sticky tall:top-[calc(var(--header-height)+1rem)] tall:max-h-[calc(100svh-var(--header-height)-2rem)]">
      <div className="print:hidden">
        <h2 id="apply" className="text-heading">
          {words.card.title}
        </h2>
        <ProgrammeFacts inline duration={internship.duration} className="mt-2 text-sm" />
        <ApplyLink internship={internship} look="primary" className="mt-3 w-full" />
      </div>
      <div
        role="region"
        aria-label={words.card.lists}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
        tabIndex={0}
        className="scroll-shade grid gap-3 overflow-y-auto rounded-b-lg pb-4"
      >
        <section>
          <h3 className="text-lg">{words.card.requirements}</h3>
          <Points of={[...internship.requirements, ...internship.prerequisites]} className={list} />
        </section>
        <Downloads internship={internship} />
        <div className="print:hidden">
          <h3 className="text-lg">{words.card.benefits}</h3>
          <Points of={internship.benefits} className={list} />
          <p className="mt-2 text-sm">
            {`${words.card.anyoneCanCheck} `}
            <a href="/verification" className="link py-3">
              {words.card.seeHow}
            </a>
          </p>
        </div>
      </div>
    </div>
  </aside>
)

const list = 'mt-1 grid gap-1 pl-5 text-sm leading-snug'

function Downloads({ internship: { downloads, downloadNote } }: { internship: Internship }) {
  const total = downloads.reduce((sum, one) => sum + (one.optional ? 0 : one.megabytes), 0)
  return (
    <div className="border-hairline border-y">
      <details className="fold">
        <summary>
          <h3 className="grow text-lg">{words.card.downloads}</h3>
          <span className="text-ink-soft shrink-0 text-sm print:hidden">{size(total)}</span>
        </summary>
        <div className="grid gap-1 pb-3 text-sm">
          <p className="text-ink-soft print:hidden">
            {words.card.free}
            {total > 0 ? ` ${fill(words.card.together, { size: size(total) })}` : ''}
          </p>
          <ul className={`marker:text-peacock list-disc ${list}`}>
            {downloads.map(({ name, use, megabytes, optional }) => (
              <li key={name}>
                <b className="font-semibold">{name}</b>
                {`: ${use}${optional ? ` ${words.card.optional}` : ''}, ${size(megabytes)}`}
              </li>
            ))}
          </ul>
          <p className="text-ink-soft">{downloadNote}</p>
        </div>
      </details>
    </div>
  )
}

/** @returns such as "110 MB", or "1.4 GB"; what opens in the browser has none. */
function size(megabytes: number) {
  if (megabytes === 0) return words.card.inBrowser
  return megabytes < 1000 ? `${megabytes} MB` : `${Math.round(megabytes / 100) / 10} GB`
}

/** On narrow screens the action stays within reach of a thumb, beside what costs money and time. */
export const ApplyBar = ({ internship }: { internship: Internship }) => (
  <div className="bottom-bar border-hairline bg-paper flex items-center justify-between gap-3 border-t px-4 py-2 lg:hidden print:hidden">
    <p className="text-sm font-semibold whitespace-nowrap max-[19rem]:hidden">
      {`${feeAlone} · ${internship.duration}`}
    </p>
    <ApplyLink internship={internship} look="primary" className="px-4! max-[19rem]:w-full" />
  </div>
)
