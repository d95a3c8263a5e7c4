import { ifAllowed } from '#app/if-allowed.ts'
import { honeypotField } from '@naic/admissions/forms/honeypot.ts'

/** What is typed and not yet sent, kept until the tab closes; of files only the fields in which one was chosen. */
type Draft = { idempotencyKey: string; values: Record<string, string>; files: string[] }

export const draftIn = (key: string) => ({
  read: () => ifAllowed(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null),
  write({ values, ...draft }: Draft) {
    const { [honeypotField]: _honeypot, ...kept } = values
    ifAllowed(() => sessionStorage.setItem(key, JSON.stringify({ ...draft, values: kept })))
  },
  forget: () => ifAllowed(() => sessionStorage.removeItem(key)),
})

/** Puts a draft back into empty fields. @returns the fields that it filled. */
export const fillBlanks = (form: HTMLFormElement, values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const control = form.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (control?.type === 'checkbox') {
      // Another version of what was agreed to must be agreed to again.
      if (control.value !== value) return []
      control.checked = true
      return [name]
    }
    if (!control || control.value !== '' || value === '') return []
    control.value = value
    return [name]
  })

export const typedTexts = (data: FormData): Record<string, string> =>
  Object.fromEntries(
    [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** @returns the fields in which a file is chosen. An empty one holds a file without name and bytes. */
export const fieldsWithFile = (data: FormData): string[] =>
  [...data].flatMap(([name, value]) => (value instanceof File && value.name !== '' ? [name] : []))

/** @returns 32 hex digits that nobody else draws. Works outside secure contexts, too. */
export function drawIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
