let taken = false

/**
 * The heading font, if it came too late for the page that the visit began with: browsers would go
 * on without an `optional` font for as long as the document lives.
 *
 * @param file its address.
 */
export function takeHeadingFont(file: string): void {
  if (taken) return
  taken = true
  const font = new FontFace('Anek Latin', `url(${file})`, { weight: '500 800' })
  // Without it headings look as they did before.
  font.load().then(
    () => document.fonts.add(font),
    () => undefined,
  )
}
