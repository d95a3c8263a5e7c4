import { RefreshCw } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { useState } from 'react'
import { useDeskKeys } from './desk-keys.tsx'

type Item = { id: string }

/** What a list says of rows that it does not show yet: how many are new; undefined if it shows them as they were read. */
export type Held = { notShown: number | undefined; show: () => void }

/**
 * Rows as they are shown. If the page has read others by itself while somebody was in the list, those that are
 * shown stay where they are, with what is new in them, until somebody asks for the others.
 */
export function useHeldRows<Row extends Item, Rest>(
  list: Rest & { rows: readonly Row[]; isHeld: boolean },
) {
  const read = list.rows
  const [kept, setKept] = useState({ of: read, rows: read })
  const rows = kept.of === read ? kept.rows : list.isHeld ? inPlace(kept.rows, read) : read
  if (kept.of !== read) setKept({ of: read, rows })
  const show = () => setKept({ of: read, rows: read })
  const held: Held = { notShown: notShownOf(rows, read), show }
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

/** @returns how many of the rows are not shown; undefined if all are, in their order. */
export function notShownOf(shown: readonly Item[], read: readonly Item[]): number | undefined {
  const before = new Set(shown.map(({ id }) => id))
  const isSame = shown.length === read.length && shown.every(({ id }, at) => read[at]?.id === id)
  return isSame ? undefined : read.filter(({ id }) => !before.has(id)).length
}

/** Says what is not shown yet, and shows it. It stands where there is room for it. */
export function ShowNew({ held: { notShown, show } }: { held: Held }) {
  const isAll = notShown === undefined
  useDeskKeys(isAll ? {} : { '.': show })
  const words = isAll ? '' : notShown === 0 ? 'Changed' : `${notShown} new`
  return (
    <span aria-live="polite">
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
    </span>
  )
}
