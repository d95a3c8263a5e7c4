import { referenceOf } from '#forms/reference.ts'

type Props = {
  /** What was sent is kept under it; undefined where the answer did not say. */
  id: string | undefined
  steps: readonly string[]
}

/** What to quote when asking about it, and what happens now. */
export function ReferenceNote({ id, steps }: Props) {
  return (
    <div className="border-hairline bg-warm grid w-full max-w-text gap-5 rounded-lg border p-6 text-left">
      {id ? (
        <p>
          Your reference{' '}
          <strong className="block text-2xl tracking-wide tabular-nums">{referenceOf(id)}</strong>
        </p>
      ) : null}
      <div>
        <h3 className="text-lg">What happens next</h3>
        <ol className="marker:text-peacock mt-2 grid list-decimal gap-1.5 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </div>
  )
}
