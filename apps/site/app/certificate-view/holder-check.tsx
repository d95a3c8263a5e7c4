import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import words from '@naic/content/certificate.json' with { type: 'json' }
import { type HashedAddress, isAddressOf } from '@naic/ledger/format/credential.ts'
import { Button } from '@naic/ui/button.tsx'
import { FramedSection } from './framed-section.tsx'

type Answer = 'match' | 'other' | 'failed'

const looks = {
  match: { Icon: CircleCheck, colour: 'text-peacock' },
  other: { Icon: CircleHelp, colour: 'text-ink-soft' },
  failed: { Icon: CircleAlert, colour: 'text-error' },
} satisfies Record<Answer, object>

type Props = {
  /** From a credential whose signature was verified; undefined where it has none. */
  address: HashedAddress | undefined
}

/** Compares an address that is typed with the holder's, which is not told to anyone. */
export function HolderCheck({ address }: Props) {
  const [answer, setAnswer] = useState<Answer | 'empty'>()
  if (!address) return null
  const hashed = address

  function compare(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('holder-address') as HTMLInputElement
    const typed = input.value
    if (/\S@\S/.test(typed)) return void answerTo(typed, input)
    setAnswer('empty')
    input.focus()
  }

  async function answerTo(typed: string, input: HTMLInputElement) {
    const found = await isAddressOf(typed, hashed).then(
      (isHolders): Answer => (isHolders ? 'match' : 'other'),
      (): Answer => 'failed',
    )
    // What is typed now may be another one.
    if (input.value === typed) setAnswer(found)
  }

  return (
    <FramedSection id="holder-check" title={words.holder.title} intro={words.holder.text}>
      <form noValidate onSubmit={compare} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <label htmlFor="holder-address" className="font-semibold">
            {words.holder.label}
          </label>
          <input
            id="holder-address"
            type="text"
            inputMode="email"
            required
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={answer === 'empty' ? true : undefined}
            aria-describedby={answer === 'empty' ? 'holder-address-error' : undefined}
            onChange={() => setAnswer(undefined)}
            className="control"
          />
          {answer === 'empty' ? (
            <p id="holder-address-error" className="text-error font-medium">
              {words.holder.empty}
            </p>
          ) : null}
        </div>
        <Button type="submit" look="outline" className="justify-self-start">
          {words.holder.button}
        </Button>
      </form>
      <div role="status">{answer && answer !== 'empty' ? <Answered answer={answer} /> : null}</div>
    </FramedSection>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const { Icon, colour } = looks[answer]
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`${colour} mt-0.5 size-6 shrink-0`} />
      {words.holder[answer]}
    </p>
  )
}
