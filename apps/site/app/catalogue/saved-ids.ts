/** Saved internships are kept on the device and nowhere else (docs/decisions/046), in one list for all tabs. */
const savedKey = 'saved-internships'

/** @returns false if the browser refused: its storage is full, or not allowed. */
export function keepSaved(id: number, keep: boolean): boolean {
  const others = savedIds().filter((each) => each !== id)
  try {
    localStorage.setItem(savedKey, JSON.stringify(keep ? [...others, id] : others))
  } catch {
    return false
  }
  dispatchEvent(new Event('storage'))
  return true
}

/** @returns ids in the order in which they were saved; none if storage is not allowed, or has anything but a list of ids. */
export function savedIds(): readonly number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(savedKey) ?? '[]')
    return Array.isArray(kept) ? [...new Set(kept.filter((id) => Number.isInteger(id)))] : []
  } catch {
    return []
  }
}

export function showSaved(root: ParentNode): void {
  const saved = savedIds()
  for (const button of root.querySelectorAll<HTMLElement>('[data-save]'))
    button.ariaPressed = String(saved.includes(Number(button.dataset['save'])))
}
