import { Bookmark } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { onEvents } from '@naic/ui/on-events.ts'
import { toast } from '@naic/ui/toast.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'

type Props = {
  internship: { id: number; title: string }
  className: string
  inWords?: boolean
}

/**
 * Keeps an internship on the device. It comes with the script, and moves nothing, because it is the
 * last in its row or in a corner.
 */
export function SaveButton({ internship: { id, title }, className, inWords = false }: Props) {
  const saved = useSavedIds().includes(id)
  const hydrated = useHydrated()

  function toggle() {
    if (!keepSaved(id, !saved)) toast(refused)
    else if (!saved) toast(keptMessage)
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

const keptMessage = {
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

/**
 * The ids of saved internships, kept on the device and nowhere else (docs/decisions/046). Every tab
 * reads and writes the one list in the browser's local storage.
 */
const savedKey = 'saved-internships'

/** Other tabs send an event when they write; a page that comes back from the cache has missed it. */
const onChange = onEvents(() => window, 'storage', 'pageshow')

/** @returns ids in the order in which they were saved; empty if the browser refuses storage. */
export const useSavedIds = (): readonly number[] => useSyncExternalStore(onChange, read, () => none)

/**
 * Keeps an internship, or no longer.
 *
 * @returns false if the browser refused: its storage is full, or not allowed.
 */
function keepSaved(id: number, keep: boolean): boolean {
  const others = read().filter((each) => each !== id)
  try {
    localStorage.setItem(savedKey, JSON.stringify(keep ? [...others, id] : others))
  } catch {
    return false
  }
  dispatchEvent(new Event('storage'))
  return true
}

const none: readonly number[] = []

/** React compares lists by identity, so that the same text must give the same list. */
let lastText: string | null = null
let lastIds = none

function read(): readonly number[] {
  const text = textKept()
  if (text !== lastText) {
    lastText = text
    lastIds = idsIn(text)
  }
  return lastIds
}

/** If storage is not allowed, even asking for it throws. */
function textKept(): string | null {
  try {
    return localStorage.getItem(savedKey)
  } catch {
    return null
  }
}

/** Anything but a list of ids counts as nothing. */
function idsIn(text: string | null): readonly number[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? [...new Set(kept.filter((id) => Number.isInteger(id)))] : none
  } catch {
    return none
  }
}
