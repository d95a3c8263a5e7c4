import { LanguageLinks } from '#app/layouts/language-links.tsx'
import words from '@naic/content/en/programme-facts.json' with { type: 'json' }
import { genuinePath } from '@naic/content/navigation.ts'
import {
  feeInFull,
  feeInShort,
  howToPay,
  isPaymentSaid,
  programmeFacts,
} from '@naic/content/programme-facts.ts'

type Props = {
  /** Of one internship; by default all durations are named. */
  duration?: string | undefined
  /** Leaves out what the fee is for, if the same page says it elsewhere. */
  brief?: boolean
  /** Says how it is paid, also if that is only to ask us. */
  payment?: boolean
  /** As a text without the links, for a page that has the facts in full above. */
  inline?: boolean
  className?: string
}

/** An outline for each fact, in their order: a purse, a clock, a calendar, a globe, a bill. */
const outlines = [
  'M18 7V4H5a2 2 0 0 0 0 4h15v12H5a2 2 0 0 1-2-2V6m13 8h.01',
  'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7v5l3 2',
  'M4 6h16v14H4zM4 10h16M8 3v4m8-4v4',
  'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c-6 6-6 12 0 18 6-6 6-12 0-18z',
  'M6 3v18l3-2 3 2 3-2 3 2V3l-3 2-3-2-3 2zM9 10h6m-6 4h6',
]

const link = 'inline-flex min-h-11 min-w-11 items-center underline underline-offset-4'

/** An empty sign follows the fee: Chromium caches how it set a short text, and left out the ₹ if its font came later. */
export const ProgrammeFacts = ({ duration, brief, payment, inline, className = '' }: Props) => (
  <div className={className}>
    <ul
      aria-label={words.label}
      className={
        inline
          ? "*:inline *:not-last:after:content-['_·_']"
          : `grid grid-cols-[auto_auto] justify-start gap-x-2 gap-y-0.5 narrow:grid-cols-1 sm:gap-x-5 ${brief ? '' : 'sm:flex sm:flex-wrap'}`
      }
    >
      {programmeFacts(duration).map((fact, index) => (
        <li
          key={fact}
          className="flex gap-1.5 last:col-span-full last:basis-full last:font-semibold last:after:content-['\200b']"
        >
          {inline ? null : (
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="mt-[.3em] size-[1.05em] shrink-0 fill-none stroke-current stroke-2"
            >
              <path d={outlines[index]} />
            </svg>
          )}
          {brief && fact === feeInFull ? feeInShort : fact}
        </li>
      ))}
    </ul>
    {payment || (isPaymentSaid && !inline) ? <p className="mt-1">{howToPay}</p> : null}
    {inline ? null : (
      <p className="-mt-2 -mb-2.5 flex flex-wrap gap-x-5 print:hidden">
        <a href={genuinePath} className={link}>
          {words.genuine}
        </a>
        <LanguageLinks className={link} />
      </p>
    )}
  </div>
)
