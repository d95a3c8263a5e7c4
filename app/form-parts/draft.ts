/**
 * What somebody has typed into a form and not yet sent, kept in the tab's own storage until
 * the tab closes. Files are never kept, only the fields in which one was chosen. Where storage is
 * refused, nothing is.
 */
export type Draft = { idempotencyKey: string; values: Record<string, string>; files: string[] }

export function readDraft(key: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text ? (JSON.parse(text) as Draft) : undefined
  } catch {
    return undefined
  }
}

export function writeDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form itself still holds everything.
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** @returns 32 hex digits that nobody else draws. Works outside secure contexts, too. */
export function drawIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
