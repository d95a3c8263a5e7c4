/**
 * Copies what a button has in `data-copy`, or shares it as a link, with the title in `data-share`, where the device
 * can. `data-outcome` around it tells what came of it, and screen readers are told `data-copied` of the button, or
 * `data-not-copied`. Without a secure context, or if the browser refuses, `data-to-copy` is selected, to be copied
 * by hand.
 */
export async function copyOrShare(button: HTMLElement): Promise<void> {
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
