import { Button } from '#app/ui/button.tsx'
import type { StoredLetter } from '../../shapes.ts'
import { wholeTime } from '../times.ts'

type Props = { letter: StoredLetter | null; onRetry: (id: string) => void }

/** One letter, as it is written. */
export function ReadLetter({ letter, onRetry }: Props) {
  if (!letter) return <p>This letter is not there any more.</p>
  const { id, to, subject, body, state, at, why } = letter
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
        {state === 'sent' ? null : (
          <p>
            <Button look="outline" onClick={() => onRetry(id)}>
              Send it again now
            </Button>
          </p>
        )}
      </div>
      <p className="p-4 whitespace-pre-wrap">{body}</p>
    </section>
  )
}
