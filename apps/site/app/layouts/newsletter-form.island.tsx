import { CheckCircle2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@naic/ui/button.tsx'
import words from '@naic/content/en/footer.json' with { type: 'json' }

const { title, text, field, button, done } = words.newsletter

const confirmationMs = 3000

/**
 * Confirms, and sends and stores nothing. The method "dialog" has no dialog to close here, so
 * that without JavaScript, too, nothing leaves the page; the field has no name for that reason.
 */
export function NewsletterForm() {
  /** The number of the confirmation: each has its own time, and is announced again. */
  const [confirmation, setConfirmation] = useState<number>()

  useEffect(() => {
    if (confirmation === undefined) return
    const timer = setTimeout(() => setConfirmation(undefined), confirmationMs)
    return () => clearTimeout(timer)
  }, [confirmation])

  return (
    <form
      className="grow md:mt-4"
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        event.currentTarget.reset()
        setConfirmation((shown = 0) => shown + 1)
      }}
    >
      <h2 className="text-lg leading-tight max-md:hidden">{title}</h2>
      <p className="text-ink-pale text-sm max-md:hidden">{text}</p>
      <div className="relative mt-1 mb-1">
        <label htmlFor="newsletter-email" className="text-sm font-medium">
          {field}
        </label>
        {/* In the label's place, so that nothing moves and no room is kept for three seconds. */}
        <p role="status" className="absolute inset-0 text-sm font-medium">
          {confirmation ? (
            <span key={confirmation} className="bg-ink flex h-full items-center gap-2">
              <CheckCircle2 aria-hidden className="text-marigold size-5 shrink-0" />
              {done}
            </span>
          ) : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <input
          id="newsletter-email"
          type="email"
          required
          autoComplete="email"
          className="control min-w-0 grow basis-[7rem]"
        />
        <Button type="submit" look="outline">
          {button}
        </Button>
      </div>
    </form>
  )
}
