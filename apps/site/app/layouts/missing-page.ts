/** Of an address that does not exist (`site-error.tsx`). */
if (document.querySelector('[data-missing-page]')) {
  console.error(`No page at ${location.pathname}`)
}
