import { Bookmark } from 'lucide-react'
import { toast } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { keepSaved, useSavedIds } from './saved-internships.ts'

type Props = {
  internship: { id: number; title: string }
  className: string
  /** Where there is room for more than the icon. */
  inWords?: boolean
}

/**
 * Keeps an internship on the device. It comes with the script: where it stands, nothing moves by
 * that, because it is the last in its row or in a corner.
 */
export function SaveButton({ internship: { id, title }, className, inWords = false }: Props) {
  const saved = useSavedIds().includes(id)
  const hydrated = useHydrated()

  function toggle() {
    if (!keepSaved(id, !saved)) toast(refused)
    else if (!saved) toast(kept)
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
      <span className={inWords ? '' : 'sr-only'}>
        Save<span className="sr-only"> {title}</span>
      </span>
    </button>
  )
}

const kept = {
  title: 'Saved',
  lines: ['You find it again under Saved, in the list of internships on this device.'],
  tone: 'success' as const,
}

const refused = {
  title: 'Not saved',
  lines: [
    'Your browser does not let us keep anything here: its storage is full or switched off, as in some private windows. Send yourself the link instead.',
  ],
  tone: 'warning' as const,
}
