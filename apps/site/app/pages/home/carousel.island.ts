const rotationMs = 5000

/** Advances by itself, unless it is paused, somebody is at it with pointer or focus, or asks for reduced motion. */
export function Carousel(root: HTMLElement): void {
  const row = root.querySelector<HTMLElement>('#testimonial-slides')
  const pause = root.querySelector<HTMLElement>('[data-other-label]')
  if (!row || !pause) return
  const slides = [...row.children]
  const dots = [...root.querySelectorAll('a')].map(asButton)
  const stillness = matchMedia('(prefers-reduced-motion: reduce)')
  let index = -1
  let isPointedAt = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Each slide gets its full time, one that was chosen by hand too. */
  const rotate = () => {
    const isHeld = isPointedAt || root.matches(':focus-within') || 'paused' in pause.dataset
    const rotating = !isHeld && !stillness.matches
    row.ariaLive = rotating ? 'off' : 'polite'
    // Without motion there is nothing to pause.
    pause.hidden = stillness.matches
    clearTimeout(timer)
    if (rotating) timer = setTimeout(() => show(index + 1), rotationMs)
  }

  const show = (position: number) => {
    const shown = (position + slides.length) % slides.length
    row.scrollLeft = shown * row.clientWidth
    mark(shown)
  }

  const mark = (shown: number) => {
    if (shown === index) return
    index = shown
    for (const [at, slide] of slides.entries()) slide.ariaHidden = String(at !== index)
    for (const [at, dot] of dots.entries()) dot.ariaCurrent = String(at === index)
    rotate()
  }

  /** After a swipe, or a dot that was a link. */
  const follow = () => mark(Math.round(row.scrollLeft / row.clientWidth))

  row.addEventListener('scrollend', follow)
  stillness.addEventListener('change', rotate)
  pause.addEventListener('click', () => {
    const { ariaLabel, dataset } = pause
    pause.ariaLabel = dataset['otherLabel'] ?? ''
    dataset['otherLabel'] = ariaLabel ?? ''
    pause.toggleAttribute('data-paused')
    rotate()
  })
  for (const button of root.querySelectorAll<HTMLElement>('[data-turn]'))
    button.addEventListener('click', () => show(index + Number(button.dataset['turn'])))
  for (const [at, dot] of dots.entries()) dot.addEventListener('click', () => show(at))
  for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const)
    root.addEventListener(type, () => {
      if (type.startsWith('pointer')) isPointedAt = type === 'pointerenter'
      rotate()
    })
  follow()
}

function asButton(link: HTMLElement): HTMLElement {
  const button = document.createElement('button')
  for (const { name, value } of link.attributes) button.setAttribute(name, value)
  button.removeAttribute('href')
  button.type = 'button'
  button.append(...link.childNodes)
  link.replaceWith(button)
  return button
}
