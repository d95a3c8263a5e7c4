/**
 * Brings the testimonials (`testimonials.tsx`) to life: a carousel after the pattern of the WAI-ARIA practices. It
 * advances by itself every five seconds, unless the visitor has paused it, is at it with pointer or focus, or
 * asks for reduced motion.
 */
const rotationMs = 5000

export function Carousel(carousel: HTMLElement): void {
  const row = part(carousel, '#testimonial-slides')
  const buttons = part(carousel, '.invisible')
  const pause = part(buttons, 'button')
  const slides = within(row, '[id^=testimonial]')
  const dots = within(carousel, 'a').map(asButton)
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  /** What holds the row still: the pointer, the focus, a pause. */
  const holds = new Set<string>()
  let index = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(position: number): void {
    index = (position + slides.length) % slides.length
    row.scrollLeft = index * row.clientWidth
    update()
  }

  /** Each slide gets its full time, one that was chosen by hand too. */
  function update(): void {
    const isRotating = holds.size === 0 && !motion.matches
    row.ariaLive = isRotating ? 'off' : 'polite'
    slides.forEach((slide, position) => (slide.ariaHidden = String(position !== index)))
    dots.forEach((dot, position) => (dot.ariaCurrent = String(position === index)))
    // Without motion there is nothing to pause.
    pause.hidden = motion.matches
    clearTimeout(timer)
    if (isRotating) timer = setTimeout(() => show(index + 1), rotationMs)
  }

  /** After a swipe, or a dot that was still a link. */
  function follow(): void {
    const position = Math.round(row.scrollLeft / row.clientWidth)
    if (position === index) return
    index = position
    update()
  }

  function hold(by: string, isHeld: boolean): void {
    if (isHeld) holds.add(by)
    else holds.delete(by)
    update()
  }

  pause.addEventListener('click', () => {
    const { ariaLabel, dataset } = pause
    pause.ariaLabel = dataset['other'] ?? ''
    dataset['other'] = ariaLabel ?? ''
    for (const icon of pause.children) icon.toggleAttribute('hidden')
    hold('pause', !holds.has('pause'))
  })
  part(buttons, 'button:nth-of-type(2)').addEventListener('click', () => show(index - 1))
  part(buttons, 'button:last-of-type').addEventListener('click', () => show(index + 1))
  dots.forEach((dot, position) => dot.addEventListener('click', () => show(position)))
  row.addEventListener('scrollend', follow)
  motion.addEventListener('change', update)
  carousel.addEventListener('pointerenter', () => hold('pointer', true))
  carousel.addEventListener('pointerleave', () => hold('pointer', false))
  carousel.addEventListener('focusin', () => hold('focus', true))
  carousel.addEventListener('focusout', ({ relatedTarget }) =>
    hold('focus', relatedTarget instanceof Node && carousel.contains(relatedTarget)),
  )

  for (const button of within(carousel, 'button')) button.setAttribute('aria-controls', row.id)
  buttons.classList.remove('invisible')
  // It may have been moved along before.
  follow()
  update()
}

/** @throws Error if the page has no such part. */
function part(around: HTMLElement, selector: string): HTMLElement {
  const [found] = within(around, selector)
  if (!found) throw new Error(`The carousel has no ${selector}.`)
  return found
}

function within(around: HTMLElement, selector: string): HTMLElement[] {
  return [...around.querySelectorAll<HTMLElement>(selector)]
}

/** It moves the row, and no longer the page. */
function asButton(link: HTMLElement): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = link.className
  button.ariaLabel = link.ariaLabel
  button.append(...link.childNodes)
  link.replaceWith(button)
  return button
}
