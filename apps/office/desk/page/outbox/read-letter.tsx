import { useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import type { StoredLetter } from '#desk/shapes.ts'
import { wholeTime } from '../times.ts'

type Props = {
  letter: StoredLetter | null
  /** @param to another address than its own. */
  onAgain: (id: string, to: string | undefined) => void
}

/** One letter, as it is written. */
export function ReadLetter({ letter, onAgain }: Props) {
  if (!letter) return <p>This letter is not there any more.</p>
  const { to, subject, body, state, at, why } = letter
  return (
    <section aria-label="Letter" className="border-hairline max-w-text rounded-lg border">
      <div className="border-hairline bg-warm grid gap-1 border-b p-4">
        <h2 className="text-lg">{subject}</h2>
        <p>
          To {to.name} &lt;{to.address}&gt;
        </p>
        <p className="text-sm">
          {state.replaceAll('-', ' ')}, {wholeTime(at)}
          {why ? `: ${why}` : null}
        </p>
        {state === 'held-back' || to.address === '' ? null : (
          <SendAgain key={letter.id + to.address} letter={letter} onAgain={onAgain} />
        )}
      </div>
      <p className="p-4 whitespace-pre-wrap">{body}</p>
    </section>
  )
}

/** What was sent goes once more, which nobody does by chance: the address stands beside it. */
function SendAgain({ letter, onAgain }: Props & { letter: StoredLetter }) {
  const { id, to, state } = letter
  const [address, setAddress] = useState(to.address)
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onAgain(id, address === to.address ? undefined : address)
      }}
    >
      <div className="grid gap-1">
        <label htmlFor="to-address" className="text-sm font-semibold">
          To the address
        </label>
        <input
          id="to-address"
          type="email"
          required
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          className="control"
        />
      </div>
      <Button look="outline">{state === 'sent' ? 'Send it once more' : 'Send it again now'}</Button>
    </form>
  )
}
