import { feeInFull, feeInShort, programmeFacts } from '@naic/content/programme-facts.ts'

type Props = {
  /** Of one internship; by default all durations are named. */
  duration?: string
  /** Leaves out what the fee is for, if the same page says it elsewhere. */
  brief?: boolean
  className?: string
}

/**
 * What everybody must know before they apply: unpaid, how many hours, how long, where, and the fee.
 * An empty sign follows the fee: Chromium caches how it set a short text, and would leave out the ₹
 * if its font came later.
 */
export function ProgrammeFacts({ duration, brief = false, className = '' }: Props) {
  const facts = programmeFacts(duration)
  return (
    <ul aria-label="Before you apply" className={`flex flex-wrap gap-x-1.5 ${className}`}>
      {facts.map((fact) => (
        <li
          key={fact}
          className="not-nth-last-[-n+2]:after:ml-1.5 not-nth-last-[-n+2]:after:content-['·'] last:basis-full last:font-semibold last:after:content-['\200b']"
        >
          {brief && fact === feeInFull ? feeInShort : fact}
        </li>
      ))}
    </ul>
  )
}
