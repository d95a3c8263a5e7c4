import { Bookmark } from 'lucide-react'
import type { MouseEvent } from 'react'
import { toast } from '#app/layouts/toast.ts'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { keepSaved } from './saved-ids.ts'
import { useSavedIds } from './saved-internships.ts'

type Props = { id: number; title: string; className: string; inWords?: boolean }

/** Keeps an internship on the device. Until it lives, `page-tools.ts` says whether it is pressed. */
export function SaveButton({ id, title, className, inWords = false }: Props) {
  const saved = useSavedIds().includes(id)

  function toggle({ currentTarget }: MouseEvent<HTMLElement>) {
    if (!keepSaved(id, !saved)) toast(refused)
    else if (!saved) toast({ ...keptMessage(), awayFrom: currentTarget })
  }

  return (
    <button
      type="button"
      aria-pressed={saved}
      data-save={id}
      onClick={toggle}
      className={`group noscript:hidden inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md font-semibold ${className}`}
    >
      <Bookmark aria-hidden className="size-5 group-aria-pressed:fill-current" />
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
}

const keptMessage = () => ({
  title: matchMedia('(pointer: coarse)').matches ? words.onPhone : words.onComputer,
  lines: [words.whereToFind],
  tone: 'success' as const,
})

const refused = { title: words.refused, lines: [words.whyRefused], tone: 'warning' as const }
