import { Icon } from '@naic/ui/icon.tsx'
import { type SyntheticEvent, useState } from 'react'
import words from '@naic/content/en/holder-check.json' with { type: 'json' }
import type { HashedAddress } from '@naic/ledger/format/credential.ts'
import { isAddressOf } from '@naic/ledger/format/hash-address.ts'
import { Button } from '@naic/ui/button.tsx'
import { FoldedSection } from './what-was-learnt.tsx'
import { checkLooks } from './verdict-look.ts'

/** The result of each answer. */
const looks = { match: checkLooks.passed, other: checkLooks.unknown, failed: checkLooks.failed }
type Answer = keyof typeof looks

/**
 * Compares an address that somebody types with the holder's, and tells nobody.
 *
 * @param hashed from a credential whose signature was verified.
 */
export function HolderCheck({ hashed }: { hashed: HashedAddress }) {
  const [answer, setAnswer] = useState<Answer | 'empty'>()

  async function compare(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('holder-address') as HTMLInputElement
    const typed = input.value
    if (!/\S@\S/.test(typed)) {
      setAnswer('empty')
      return input.focus()
    }
    const found = await isAddressOf(typed, hashed).then(
      (isHolders): Answer => (isHolders ? 'match' : 'other'),
      (): Answer => 'failed',
    )
    // The visitor may have typed another address meanwhile.
    if (input.value === typed) setAnswer(found)
  }

  const isEmpty = answer === 'empty'
  const look = answer && !isEmpty ? looks[answer] : undefined
  return (
    <FoldedSection id="holder-check" title={words.title} intro={words.text}>
      <form
        noValidate
        onSubmit={(event) => void compare(event)}
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
      >
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
            aria-invalid={isEmpty || undefined}
            aria-describedby={isEmpty ? 'holder-address-error' : undefined}
            onChange={() => setAnswer(undefined)}
            className="control"
          />
          {isEmpty ? (
            <p id="holder-address-error" className="text-error font-medium">
              {words.empty}
            </p>
          ) : null}
        </div>
        <Button type="submit" look="outline" className="justify-self-start">
          {words.button}
        </Button>
      </form>
      <div role="status">
        {answer && look ? (
          <p className="flex items-start gap-2">
            <Icon of={look.icon} className={`${look.colour} mt-0.5 size-6 shrink-0`} />
            {words[answer]}
          </p>
        ) : null}
      </div>
    </FoldedSection>
  )
}
