import type { Letter } from '../desk-api.ts'
import { DeskButton } from './desk-button.tsx'

/** A letter as it will go out. */
export function ShownLetter({ letter: { to, subject, body } }: { letter: Letter }) {
  return (
    <section aria-label="The letter" className="border-hairline rounded-md border">
      <dl className="border-hairline bg-warm grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b p-3 text-sm">
        <dt className="text-ink-soft">To</dt>
        <dd>
          {to.name} &lt;{to.address}&gt;
        </dd>
        <dt className="text-ink-soft">Subject</dt>
        <dd className="font-semibold">{subject}</dd>
      </dl>
      <p className="p-3 text-sm whitespace-pre-wrap">{body}</p>
    </section>
  )
}

type ReadyProps = {
  name: string
  ready: readonly { name: string; text: string }[]
  /** What is typed already. */
  below: string
  onChoose: (text: string) => void
}

/** What is written often, to be put below what is typed, and changed there. */
export const ReadyWords = ({ name, ready, below, onChoose }: ReadyProps) => (
  <div role="group" aria-label={name} className="flex flex-wrap gap-1.5">
    {ready.map((one) => (
      <DeskButton
        key={one.name}
        onClick={() => onChoose([below.trimEnd(), one.text].filter(Boolean).join('\n\n'))}
        className="text-left"
      >
        {one.name}
      </DeskButton>
    ))}
  </div>
)
