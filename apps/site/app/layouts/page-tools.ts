import { showSaved } from '#app/catalogue/saved-ids.ts'
import { formatted } from '@naic/ui/today.tsx'

/** The tools of pages, which need no island, and what only the browser knows of them. */

// The visitor's own date, in every place that a page has for it (`today.tsx`).
for (const place of document.querySelectorAll<HTMLElement>('.today')) {
  place.textContent = formatted(place.dataset['format'] === 'year' ? 'year' : 'long')
  place.dataset['put'] = ''
}

// A picture that fails to load goes from above the initials that stand for it (`avatar.tsx`).
const onFailure = ({ target }: Event) => {
  if (target instanceof Element && target.matches('[data-may-fail]')) target.remove()
}
addEventListener('error', onFailure, true)
// It may have failed before. An SVG may have no width of its own and yet be fine, which only decoding shows.
for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-may-fail]'))
  if (picture.complete && picture.naturalWidth === 0) picture.decode().catch(() => picture.remove())

// A button says whether it shares a link or copies it.
if (!('share' in navigator)) document.documentElement.dataset['noShare'] = ''

// Other tabs save as well, and a page that comes back from the browser's cache has missed it.
const followSaved = () => showSaved(document)
for (const sign of ['storage', 'pageshow']) addEventListener(sign, followSaved)
followSaved()

document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof Element)) return
  const tool = target.closest<HTMLElement>('[data-print], [data-copy], [data-save]')
  if (!tool) return
  if ('print' in tool.dataset) return print()
  if ('copy' in tool.dataset) return copyOrShare(tool)
  const { pressSave } = await import('#app/catalogue/press-save.ts')
  pressSave(tool)
})

// Of an address that does not exist (`site-error.tsx`).
if (document.querySelector('[data-missing-page]')) console.error(`No page at ${location.pathname}`)

// To the list as the visitor left it.
const { referrer } = document
const wayBack = document.querySelector<HTMLAnchorElement>('[data-way-back]')
if (wayBack && referrer.startsWith(`${wayBack.href}?`))
  wayBack.setAttribute('href', referrer.slice(location.origin.length))

// The newsletter's box confirms for three seconds (`site-footer.tsx`).
const newsletter = document.querySelector<HTMLFormElement>('#newsletter')
const confirmationMs = 3000
let confirmed: ReturnType<typeof setTimeout> | undefined

newsletter?.addEventListener('submit', (event) => {
  event.preventDefault()
  newsletter.reset()
  const place = newsletter.querySelector('[role=status]')
  const confirmation = newsletter.querySelector('template')
  // Another copy each time: it is announced again.
  if (confirmation) place?.replaceChildren(confirmation.content.cloneNode(true))
  clearTimeout(confirmed)
  confirmed = setTimeout(() => place?.replaceChildren(), confirmationMs)
})

/**
 * Copies what a button has in `data-copy`, or shares it as a link, with the title in `data-share`, where the device
 * can. `data-outcome` around it tells what came of it, and screen readers are told `data-copied` of the button, or
 * `data-not-copied`. Without a secure context, or if the browser refuses, `data-to-copy` is selected, to be copied
 * by hand.
 */
async function copyOrShare(button: HTMLElement): Promise<void> {
  const { copy: text = '', share: title, copied = '' } = button.dataset
  if (title !== undefined && 'share' in navigator) {
    // Closing the device's dialogue is no error.
    return navigator.share({ title, url: text }).catch(() => undefined)
  }
  const place = button.closest<HTMLElement>('[data-outcome]')
  if (!place) return
  try {
    await navigator.clipboard.writeText(text)
    place.dataset['outcome'] = 'copied'
    announce(copied)
  } catch {
    place.dataset['outcome'] = 'failed'
    announce(place.querySelector('[data-not-copied]')?.textContent ?? '')
    getSelection()?.selectAllChildren(place.querySelector('[data-to-copy]') ?? place)
  }
}

const said = document.createElement('li')
said.className = 'sr-only'

/** Where toasts are announced as well (`render-page.tsx`). */
function announce(text: string): void {
  said.textContent = text
  document.querySelector('[data-dismiss] ol')?.append(said)
}
