import { RefreshCw } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import { useDeskKeys } from './desk-keys.tsx'

type Item = { id: string }

/** What a list has changed by itself that is not shown yet. */
type NotShown = { arrived: number; gone: number; isMoved: boolean }

type How = {
  /** As `isHeld` said when they were read. */
  isHeld: boolean
  /** How many there are on all pages. */
  total: number
}

/** What a list says of rows that it does not show yet. */
export type Held = { notShown: NotShown | undefined; show: () => void }

/**
 * Rows as they are shown. If the page has read others by itself while somebody was in the list, those that are
 * shown stay where they are, with what is new in them, until somebody asks for the others.
 */
export function useHeldRows<Row extends Item, List extends How>(read: readonly Row[], list: List) {
  const { isHeld: areHeld, total } = list
  const [kept, setKept] = useState({ of: read, rows: read })
  const rows = kept.of === read ? kept.rows : areHeld ? inPlace(kept.rows, read) : read
  if (kept.of !== read) setKept({ of: read, rows })
  const show = () => setKept({ of: read, rows: read })
  const held: Held = { notShown: notShownOf(rows, read, total > read.length), show }
  return { ...list, rows, held }
}

/** On the element that has the rows. */
export const heldRows = { 'data-held-rows': '' }

/**
 * @param isByItself whether the page has read rows by itself, and not because somebody did something.
 * @returns whether those that are shown must stay: somebody points at the list, has the focus or has chosen
 *   something in it, or has scrolled it. Where a finger is about to touch nobody can know.
 */
export function isHeld(isByItself: boolean): boolean {
  if (!isByItself) return false
  if (matchMedia('(hover: none)').matches) return true
  const chosen = getSelection()
  return [...document.querySelectorAll('[data-held-rows]')].some(
    (list) =>
      list.matches(':hover') ||
      list.contains(document.activeElement) ||
      list.scrollTop > 0 ||
      list.getBoundingClientRect().top < 0 ||
      (chosen !== null && !chosen.isCollapsed && list.contains(chosen.anchorNode)),
  )
}

/** The same rows in the same order, each as it is now. Where there were none, nothing moves if others come. */
export function inPlace<Row extends Item>(
  shown: readonly Row[],
  read: readonly Row[],
): readonly Row[] {
  if (shown.length === 0) return read
  const now = new Map(read.map((row) => [row.id, row]))
  return shown.map((row) => now.get(row.id) ?? row)
}

/**
 * @param isFull whether further rows are on other pages, to which one may have moved.
 * @returns undefined if the rows are shown as they were read.
 */
export function notShownOf(
  shown: readonly Item[],
  read: readonly Item[],
  isFull: boolean,
): NotShown | undefined {
  const [before, now] = [shown, read].map((rows) => new Set(rows.map(({ id }) => id)))
  const arrived = read.filter(({ id }) => !before?.has(id)).length
  const missing = shown.filter(({ id }) => !now?.has(id)).length
  const gone = isFull ? Math.max(0, missing - arrived) : missing
  const isMoved = shown.some(({ id }, at) => read[at]?.id !== id)
  return arrived + missing > 0 || isMoved ? { arrived, gone, isMoved } : undefined
}

/** Says what is not shown yet, and shows it. It stands where there is room for it. */
export function ShowNew({ held: { notShown, show } }: { held: Held }) {
  useDeskKeys(notShown ? { '.': show } : {})
  const words = notShown && inWords(notShown)
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {words}
      </span>
      {words ? (
        <button
          type="button"
          aria-keyshortcuts="."
          onClick={show}
          className="bg-marigold-pale border-marigold text-ink inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm font-medium whitespace-nowrap"
        >
          <Icon of={RefreshCw} />
          {words}: show
        </button>
      ) : null}
    </>
  )
}

/** Such as "3 new, 1 gone". */
function inWords({ arrived, gone }: NotShown): string {
  const words = [arrived > 0 ? `${arrived} new` : '', gone > 0 ? `${gone} gone` : '']
  return words.filter(Boolean).join(', ') || 'Another order'
}
