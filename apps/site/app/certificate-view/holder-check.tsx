import { type SyntheticEvent, useState } from 'react'
import words from '@naic/content/en/holder-check.json' with { type: 'json' }
import type { HashedAddress } from '@naic/ledger/format/credential.ts'
import { isAddressOf } from '@naic/ledger/format/hash-address.ts'
import { Button } from '@naic/ui/button.tsx'
import { FoldedSection } from './folded-section.tsx'
import { checkLooks } from './verdict-look.ts'

type Answer = 'match' | 'other' | 'failed'

const looks = { match: checkLooks.passed, other: checkLooks.unknown, failed: checkLooks.failed }

/**
 * Compares an address that somebody types with the holder's, and tells nobody.
 *
 * @param hashed from a credential whose signature was verified.
 */
export function HolderCheck({ hashed }: { hashed: HashedAddress }) {
  const [answer, setAnswer] = useState<Answer | 'empty'>()

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
    // The visitor may have typed another address meanwhile.
    if (input.value === typed) setAnswer(found)
  }

  return (
    <FoldedSection id="holder-check" title={words.title} intro={words.text}>
      <form noValidate onSubmit={compare} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <label htmlFor="holder-address" className="font-semibold">
            {words.label}
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
              {words.empty}
            </p>
          ) : null}
        </div>
        <Button type="submit" look="outline" className="justify-self-start">
          {words.button}
        </Button>
      </form>
      <div role="status">{answer && answer !== 'empty' ? <Answered answer={answer} /> : null}</div>
    </FoldedSection>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const { Icon, colour } = looks[answer]
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`${colour} mt-0.5 size-6 shrink-0`} />
      {words[answer]}
    </p>
  )
}
