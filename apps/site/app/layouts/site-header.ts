/** What the header (`site-header.tsx`) has of a script: it tells, and closes, what the browser itself opens. */
const header = document.querySelector<HTMLElement>('.site-header')
const menu = document.getElementById('site-menu')
const button = document.querySelector('[popovertarget="site-menu"]')

const thresholdPx = 10

if (header) {
  const tell = () => {
    header.dataset['scrolled'] = String(window.scrollY > thresholdPx)
  }
  addEventListener('scroll', tell, { passive: true })
  tell()
}

if (menu?.showPopover && button) {
  const isOpen = () => menu.matches(':popover-open')
  const tell = () => button.setAttribute('aria-expanded', String(isOpen()))
  menu.addEventListener('toggle', tell)
  tell()

  const close = () => menu.hidePopover()
  // A link may lead to a place on this page.
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close()
  })
  // What the focus has gone on to must not lie under the menu.
  menu.parentElement?.addEventListener('focusout', ({ relatedTarget, currentTarget }) => {
    const within = currentTarget as Element
    if (relatedTarget instanceof Node && !within.contains(relatedTarget)) close()
  })
  // A phone that is turned may be wide enough for the row of links.
  matchMedia('(width >= 48rem)').addEventListener('change', close)
}
