import { feeInFull, feeInShort, programmeFacts } from '@naic/content/programme-facts.ts'

type Props = {
  /** Of the one internship that the place is about; otherwise all durations are named. */
  duration?: string
  /** Leaves out what the fee is for, where it stands in full on the same page. */
  brief?: boolean
  className?: string
}

/**
 * What everybody must know before they apply, wherever somebody may decide to: unpaid, how many
 * hours, how long, where, and the fee. An empty sign follows the fee: Chromium keeps how it set a
 * short text that stands alone, and would leave out the ₹ whose font came after that.
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
