import { toast } from '#app/layouts/toast.ts'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { keepSaved } from './saved-ids.ts'

/** Keeps the internship that a button is for (`save-button.tsx`), or no longer, and says so. */
export function pressSave(button: HTMLElement): void {
  const keep = button.ariaPressed !== 'true'
  const isKept = keepSaved(Number(button.dataset['save']), keep)
  if (!isKept) toast({ title: words.refused, text: words.whyRefused, tone: 'warning' })
  else if (keep) {
    const title = matchMedia('(pointer: coarse)').matches ? words.onPhone : words.onComputer
    toast({ title, text: words.whereToFind, tone: 'success', awayFrom: button })
  }
}
