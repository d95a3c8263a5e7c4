import { type ComponentProps, useState } from 'react'
import words from '@naic/content/en/forms.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { TextField } from '@naic/ui/field.tsx'

type Props = ComponentProps<typeof TextField> & {
  /** As the form holds it. */
  typed: string
  onTake: (address: string) => void
}

/** An e-mail address. A slip in a common domain is pointed out once the field is left, and blocks nothing. */
export function EmailField({ typed, onTake, ...field }: Props) {
  const [left, setLeft] = useState<{ typed: string; meant: string | undefined }>()
  const meant = left?.typed === typed ? left.meant : undefined

  async function look(address: string) {
    // What few need is fetched when it is needed; without a network nothing is said.
    const part = await import('./likely-address.ts').catch(() => undefined)
    setLeft({ typed: address, meant: part?.likelyAddress(address) })
  }

  return (
    <div>
      <TextField
        {...field}
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        spellCheck={false}
        onBlur={({ currentTarget }) => void look(currentTarget.value)}
      />
      <div role="status">
        {meant ? (
          <button
            type="button"
            onClick={() => onTake(meant)}
            className="link min-h-11 py-2 text-left font-medium wrap-anywhere"
          >
            {fill(words.didYouMean, { address: meant })}
          </button>
        ) : null}
      </div>
    </div>
  )
}
