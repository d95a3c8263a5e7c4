/** A picture that fails to load goes from above the initials that stand for it (`avatar.tsx`). */
const remove = (picture: Element) => picture.remove()

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof Element && target.matches('[data-may-fail]')) remove(target)
  },
  true,
)
// It may have failed before. An SVG may have no width of its own and yet be fine, which only decoding shows.
for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-may-fail]')) {
  if (picture.complete && picture.naturalWidth === 0) picture.decode().catch(() => remove(picture))
}
