import { useDeskKeys, useFreeKeys } from './desk-keys.tsx'

type One = { id: string }

/** Several of a list that are selected, to do something with all of them. */
export type Selection<Item extends One> = {
  has: (id: string) => boolean
  nameOf: (item: Item) => string
  choose: (items: readonly Item[], isIn: boolean) => void
  /** From the one that was chosen last to this one, as a click with Shift does. */
  chooseTo: (item: Item) => void
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-id]')?.dataset['id']

export function focusRow(id: string): void {
  const row = document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)
  row?.querySelector('a')?.focus()
}

/**
 * x selects the row that has the focus, or else the opened one; with Shift, J, K and the arrows take the next
 * one in, or leave it again; Ctrl+A selects all that are shown. Arrows alone move the focus through the rows.
 */
export function useSelectionKeys<Item extends One>(
  list: readonly Item[],
  openId: string,
  selection: Selection<Item> | undefined,
): void {
  const here = () => list.findIndex(({ id }) => id === (focusedRow() ?? openId))

  function extend(step: 1 | -1): void {
    const [from, to] = [list[here()], list[here() === -1 ? 0 : here() + step]]
    if (!selection || !to) return
    if (!from) selection.choose([to], true)
    else if (selection.has(from.id) && selection.has(to.id)) selection.choose([from], false)
    else selection.choose([from, to], true)
    focusRow(to.id)
  }

  useDeskKeys(
    selection
      ? {
          x() {
            const item = list[here()]
            if (item) selection.choose([item], !selection.has(item.id))
          },
          J: () => extend(1),
          K: () => extend(-1),
        }
      : {},
  )
  useFreeKeys((event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    const isRow = focusedRow() !== undefined
    if (step && event.shiftKey && selection) {
      event.preventDefault()
      extend(step)
    } else if (step && isRow && !event.shiftKey) {
      event.preventDefault()
      const next = list[here() + step]
      if (next) focusRow(next.id)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection) {
      // Beside one that is opened, it selects the text as everywhere.
      if (!isRow && openId !== '') return
      event.preventDefault()
      selection.choose(list, true)
    }
  })
}

type BoxProps = { label: string; isIn: boolean; onChoose: (withShift: boolean) => void }

/** As large as its cell. */
export function SelectBox({ label, isIn, onChoose }: BoxProps) {
  return (
    <label className="grid h-full min-h-9 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isIn}
        onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey === true)}
        className="accent-peacock size-4 pointer-coarse:size-5"
      />
    </label>
  )
}
