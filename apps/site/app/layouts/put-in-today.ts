import { formatted } from '@naic/ui/today.tsx'

/** The visitor's own date, in every place that a page has for it (`today.tsx`). */
for (const place of document.querySelectorAll<HTMLElement>('.today')) {
  place.textContent = formatted(place.dataset['format'] === 'year' ? 'year' : 'long')
  place.dataset['put'] = ''
}
