/**
 * The ids of saved internships, kept on the device and nowhere else (docs/decisions/046). Every tab
 * reads and writes the one list in the browser's local storage.
 */
const savedKey = 'saved-internships'

/**
 * Keeps an internship, or no longer.
 *
 * @returns false if the browser refused: its storage is full, or not allowed.
 */
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

const none: readonly number[] = []

/** React compares lists by identity, so that the same text must give the same list. */
let lastText: string | null = null
let lastIds = none

/** @returns ids in the order in which they were saved; empty if the browser refuses storage. */
export function savedIds(): readonly number[] {
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
