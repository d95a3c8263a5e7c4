export type Message = {
  title: string
  /** Several lines stand below each other. */
  text: string
  /** Something was done, must be done, or failed. */
  tone: 'success' | 'warning' | 'destructive'
}

/** Time to read three lines slowly. What matters is also on the page. */
const shownSeconds = 8

/** They differ by their pictures, which are Lucide's, as well: forced colours leave no colour. */
const looks = {
  success: {
    box: 'bg-paper border-l-peacock',
    mark: 'text-peacock',
    picture: '<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>',
  },
  warning: {
    box: 'bg-marigold-pale border-l-warning',
    mark: 'text-warning',
    picture:
      '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4m0 4h.01"/>',
  },
  destructive: {
    box: 'bg-error-pale border-l-error',
    mark: 'text-error',
    picture: '<circle cx="12" cy="12" r="10"/><path d="M12 8v4m0 4h.01"/>',
  },
}

let dismissShown = () => {}

/**
 * Shows a passing message at the top of the open page, in place of the one before: next to "Message
 * Sent" an older "Message Not Sent" would be wrong. As long as it is shown, the page counts it among what
 * stays in sight (`--toast-height` in app.css), so that scrolling ends below it and it does not cover the focus.
 *
 * @param awayFrom what was pressed, if the message must leave it in sight: from the upper half of the
 *   window it goes to the bottom. Not for forms, whose keyboard is there.
 */
export function toast({ awayFrom, ...message }: Message & { awayFrom?: Element }): void {
  dismissShown()
  const region = document.querySelector<HTMLElement>('[data-dismiss]')
  if (!region) return
  const low = awayFrom !== undefined && awayFrom.getBoundingClientRect().top < innerHeight / 2
  const room = low ? '--low-toast-height' : '--toast-height'
  const { style } = document.documentElement
  const item = drawToast(message, region.dataset['dismiss'])
  const gone = new AbortController()
  const { signal } = gone
  let cameFrom: EventTarget | null = null
  let left = shownSeconds

  dismissShown = () => {
    // The pressed button goes, and the focus with it: it is given back.
    const hasFocus = item.contains(document.activeElement)
    if (hasFocus && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
    gone.abort()
    clearInterval(timer)
    item.remove()
    style.removeProperty(room)
  }
  const timer = setInterval(() => {
    if (item.matches(':hover, :focus-within')) left = shownSeconds
    else if (--left === 0) dismissShown()
  }, 1000)
  item.querySelector('button')?.addEventListener('click', dismissShown)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && dismissShown(), { signal })
  item.addEventListener('focusin', ({ relatedTarget }) => {
    cameFrom = relatedTarget
  })

  // Only now, so that no page brings its rules.
  region.classList.add('toasts')
  region.toggleAttribute('data-low', low)
  region
    .querySelector(message.tone === 'destructive' ? '[aria-live=assertive]' : 'ol')
    ?.append(item)
  style.setProperty(room, `${item.offsetHeight}px`)
  const focused = document.activeElement
  // What was pressed is in the other half, and must not move.
  if (!low && !focused?.matches('body, #main, h1'))
    focused?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** It only moves, so that what it says can be read from the first moment. */
function drawToast({ title, text, tone }: Message, dismiss = ''): HTMLElement {
  const { box, mark, picture } = looks[tone]
  const item = document.createElement('li')
  item.className = `border-hairline text-ink pointer-events-auto flex max-h-[45svh] narrow:max-h-[60svh] transition-[translate] duration-200 ease-out starting:-translate-y-3 items-start gap-3 overflow-y-auto rounded-lg border border-l-4 p-4 in-data-low:py-2.5 shadow-lg ${box}`
  item.dataset['tone'] = tone
  // Without the ends of lines, which would be spaces before the colon.
  item.innerHTML = `
    <span class="mt-0.5 narrow:hidden forced-colors:text-[CanvasText] ${mark}">${icon(picture)}</span>
    <div class="min-w-0 flex-1">
      <strong class="block" data-text></strong>
      <span class="sr-only">: </span>
      <span class="block text-sm whitespace-pre-line" data-text></span>
    </div>
    <button class="-m-2 grid size-11 shrink-0 place-items-center rounded-md">
      <span class="sr-only" data-text></span>
      ${icon('<path d="M18 6 6 18M6 6l12 12"/>')}
    </button>`.replaceAll(/\n */g, '')
  const texts = [title, text, dismiss]
  for (const [at, place] of item.querySelectorAll('[data-text]').entries())
    place.textContent = texts[at] ?? ''
  return item
}

const icon = (shapes: string) =>
  `<svg viewBox="0 0 24 24" aria-hidden="true" class="size-5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`
