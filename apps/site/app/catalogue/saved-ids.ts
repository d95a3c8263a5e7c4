import { ifAllowed } from '#app/if-allowed.ts'

/** Saved internships are kept on the device and nowhere else (docs/decisions/095), in one list for all tabs. */
const savedKey = 'saved-internships'

/** @returns false if the browser refused: its storage is full, or not allowed. */
export const keepSaved = (id: number, keep: boolean): boolean =>
  ifAllowed(() => {
    const others = savedIds().filter((each) => each !== id)
    localStorage.setItem(savedKey, JSON.stringify(keep ? [...others, id] : others))
    return dispatchEvent(new Event('storage'))
  }) ?? false

/** @returns ids in the order in which they were saved; none if storage is not allowed, or has anything but a list of ids. */
export function savedIds(): readonly number[] {
  const kept: unknown = ifAllowed(() => JSON.parse(localStorage.getItem(savedKey) ?? '[]'))
  return Array.isArray(kept) ? [...new Set(kept.filter((id) => Number.isInteger(id)))] : []
}

export function showSaved(root: ParentNode): void {
  const saved = savedIds()
  for (const button of root.querySelectorAll<HTMLElement>('[data-save]'))
    button.ariaPressed = String(saved.includes(Number(button.dataset['save'])))
}
