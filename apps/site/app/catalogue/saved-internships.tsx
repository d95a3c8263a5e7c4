import { Bookmark } from 'lucide-react'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { onEvents } from '@naic/ui/on-events.ts'
import { toast } from '@naic/ui/toast.ts'
import { useHydrated } from '@naic/ui/use-hydrated.ts'
import { catalogue, type CatalogueEntry } from '@naic/content/catalogue.ts'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }

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

/**
 * The ids of saved internships, kept on the device and nowhere else (docs/decisions/046). Every tab
 * reads and writes the one list in the browser's local storage.
 */
const savedKey = 'saved-internships'

/** Other tabs send an event when they write; a page that comes back from the cache has missed it. */
const onChange = onEvents(() => window, 'storage', 'pageshow')

/** Only the browser knows the saved internships: the server answers with the whole list. */
export const savedPath = '/internships?saved=1'

/** @returns the saved internships that there still are, the last one first. */
export const useSavedInternships = (): CatalogueEntry[] =>
  useSavedIds()
    .toReversed()
    .flatMap((id) => catalogue.find((internship) => internship.id === id) ?? [])

/** @returns ids in the order in which they were saved; empty if the browser refuses storage. */
const useSavedIds = (): readonly number[] => useSyncExternalStore(onChange, read, () => none)

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
