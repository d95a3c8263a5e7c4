import { Bookmark } from 'lucide-react'
import type { MouseEvent } from 'react'
import { toast } from '#app/layouts/toast.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { keepSaved, useSavedIds } from './saved-internships.ts'

type Props = { id: number; title: string; className: string; inWords?: boolean }

/**
 * Keeps an internship on the device. It comes with the script, and moves nothing, because it is the
 * last in its row or in a corner.
 */
export function SaveButton({ id, title, className, inWords = false }: Props) {
  const saved = useSavedIds().includes(id)
  const hydrated = useHydrated()

  function toggle({ currentTarget }: MouseEvent<HTMLElement>) {
    if (!keepSaved(id, !saved)) toast(refused)
    else if (!saved) toast({ ...keptMessage(), awayFrom: currentTarget })
  }

  if (!hydrated) return null
  return (
    <button
      type="button"
      aria-pressed={saved}
      onClick={toggle}
      className={`inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md font-semibold ${className}`}
    >
      <Bookmark aria-hidden className={`size-5 ${saved ? 'fill-current' : ''}`} />
      {inWords ? <span aria-hidden="true">{saved ? words.saved : words.save}</span> : null}
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
