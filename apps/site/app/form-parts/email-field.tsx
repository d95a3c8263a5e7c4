import { type ComponentProps, useState } from 'react'
import words from '@naic/content/en/forms.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { TextField } from '@naic/ui/field.tsx'

type Props = ComponentProps<typeof TextField> & { onTake: (address: string) => void }

/** An e-mail address. A slip in a common domain is pointed out once the field is left, and blocks nothing. */
export function EmailField({ onTake, ...field }: Props) {
  const [meant, setMeant] = useState<string>()

  async function look(control: HTMLInputElement) {
    const typed = control.value
    // What few need is fetched when it is needed; without a network nothing is said.
    const part = await import('./likely-address.ts').catch(() => undefined)
    if (control.value === typed) setMeant(part?.likelyAddress(typed))
  }

  function take() {
    if (meant) onTake(meant)
    setMeant(undefined)
  }

  return (
    <div>
      <TextField
        {...field}
        type="email"
        inputMode="email"
        spellCheck={false}
        onInput={() => setMeant(undefined)}
        onBlur={({ currentTarget }) => void look(currentTarget)}
      />
      <div role="status">
        {meant ? (
          <button
            type="button"
            onClick={take}
            className="link min-h-11 py-2 text-left font-medium wrap-anywhere"
          >
            {fill(words.didYouMean, { address: meant })}
          </button>
        ) : null}
      </div>
    </div>
  )
}
