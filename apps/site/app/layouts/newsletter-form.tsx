import { CheckCircle2 } from 'lucide-react'
import { Button } from '@naic/ui/button.tsx'
import words from '@naic/content/en/footer.json' with { type: 'json' }

const { title, text, field, button, done } = words.newsletter

/**
 * Sends and stores nothing; `page-tools.ts` confirms. The method "dialog" has no dialog to close here, so
 * that without JavaScript, too, nothing leaves the page; the field has no name for that reason.
 */
export const NewsletterForm = () => (
  <form id="newsletter" className="grow md:mt-4" method="dialog">
    <h2 className="text-lg leading-tight max-md:hidden">{title}</h2>
    <p className="text-ink-pale text-sm max-md:hidden">{text}</p>
    <div className="relative mt-1 mb-1">
      <label htmlFor="newsletter-email" className="text-sm font-medium">
        {field}
      </label>
      {/* In the label's place, so that nothing moves and no room is kept for three seconds. */}
      <p role="status" className="absolute inset-0 text-sm font-medium" />
      <template>
        <span className="bg-ink flex h-full items-center gap-2">
          <CheckCircle2 aria-hidden className="text-marigold size-5 shrink-0" />
          {done}
        </span>
      </template>
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
