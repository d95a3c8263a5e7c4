import { showSaved } from '#app/catalogue/saved-ids.ts'

/** What only the browser knows of the tools on a page, before their islands live; and three that need no island. */

// A button says whether it shares a link or copies it.
if (!('share' in navigator)) document.documentElement.dataset['noShare'] = ''

showSaved(document)

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) print()
})

// To the list as the visitor left it.
const { referrer } = document
if (referrer.startsWith(`${location.origin}/internships?`))
  document
    .querySelector('[data-way-back]')
    ?.setAttribute('href', referrer.slice(location.origin.length))

// The newsletter's box confirms for three seconds (`newsletter-form.tsx`).
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
