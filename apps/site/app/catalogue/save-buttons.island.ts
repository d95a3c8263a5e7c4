import { toast } from '#app/layouts/toast.ts'
import words from '@naic/content/en/catalogue.json' with { type: 'json' }
import { keepSaved, showSaved } from './saved-ids.ts'

/** Keeps what the buttons within are pressed for, and follows what other tabs keep. */
export function SaveButtons(root: HTMLElement): void {
  const show = () => showSaved(root)
  show()
  addEventListener('storage', show)
  // A page that comes back from the browser's cache has missed what happened.
  addEventListener('pageshow', show)
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-save]')
    if (!button) return
    const keep = button.ariaPressed !== 'true'
    if (!keepSaved(Number(button.dataset['save']), keep)) toast(refused)
    else if (keep) toast({ ...keptMessage(), awayFrom: button })
  })
}

const keptMessage = () => ({
  title: matchMedia('(pointer: coarse)').matches ? words.onPhone : words.onComputer,
  lines: [words.whereToFind],
  tone: 'success' as const,
})

const refused = { title: words.refused, lines: [words.whyRefused], tone: 'warning' as const }
