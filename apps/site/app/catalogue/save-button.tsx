import { Bookmark } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }

type Props = { id: number; title: string; className: string; inWords?: boolean }

/** `page-tools.ts` presses it. On a card it comes with the script, and moves nothing: it is in a corner. */
export const SaveButton = ({ id, title, className, inWords = false }: Props) => (
  <button
    type="button"
    aria-pressed={false}
    data-save={id}
    hidden={!inWords}
    className={`group noscript:hidden inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md font-semibold ${className}`}
  >
    <Icon of={Bookmark} className="size-5 group-aria-pressed:fill-current" />
    {inWords ? (
      <>
        <span aria-hidden="true" className="group-aria-pressed:hidden">
          {words.save}
        </span>
        <span aria-hidden="true" className="hidden group-aria-pressed:block">
          {words.saved}
        </span>
      </>
    ) : null}
    {/* That it is pressed is its state, which the name would say again. */}
    <span className="sr-only">
      {words.save} {title}
    </span>
  </button>
)
