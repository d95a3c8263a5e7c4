/** How every drawing of `content/internships/` begins, so that all have lines of one hand, as `scene` in app.css has them. */
export const frame =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" fill="none" stroke="var(--color-ink)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'

/** @returns the shapes of a drawing, without their frame. */
export const shapesOf = (svg: string): string =>
  svg.slice(frame.length, svg.lastIndexOf('</svg>')).trim().replaceAll(/>\s+</g, '><')
