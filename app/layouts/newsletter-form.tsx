import { CheckCircle2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'

const confirmationMs = 3000

/**
 * Confirms, and sends and stores nothing. The method "dialog" has no dialog to close here, so
 * that without JavaScript, too, nothing leaves the page; the field has no name for that reason.
 */
export function NewsletterForm() {
  /** The number of the confirmation that is shown: each has its own time, and is said anew. */
  const [confirmation, setConfirmation] = useState<number>()

  useEffect(() => {
    if (confirmation === undefined) return
    const timer = setTimeout(() => setConfirmation(undefined), confirmationMs)
    return () => clearTimeout(timer)
  }, [confirmation])

  return (
    <form
      className="grow"
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        event.currentTarget.reset()
        setConfirmation((shown = 0) => shown + 1)
      }}
    >
      <label htmlFor="newsletter-email" className="mb-1 block font-medium">
        Your email for the newsletter
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id="newsletter-email"
          type="email"
          required
          autoComplete="email"
          className="control min-w-0 grow basis-[7rem]"
        />
        <Button type="submit" look="outline">
          Subscribe
        </Button>
      </div>
      <p role="status" className="mt-1 min-h-6">
        {confirmation ? (
          <span key={confirmation} className="flex items-center gap-2">
            <CheckCircle2 aria-hidden className="text-marigold size-5" />
            Successfully subscribed! Thank you.
          </span>
        ) : null}
      </p>
    </form>
  )
}
