/**
 * @param html of a form, as the server renders it.
 * @returns the controls that a visitor sees, in the order of the page, with what a browser knows of
 *   them without JavaScript.
 */
export function controlsIn(html: string): { name: string; isRequired: boolean }[] {
  const tags = html.replaceAll(/<div aria-hidden="true".*?<\/div>/g, '')
  return [...tags.matchAll(/<(?:input|select|textarea) [^>]*>/g)].map(([tag]) => ({
    name: / name="([^"]*)"/.exec(tag)?.[1] ?? '',
    isRequired: tag.includes(' required=""'),
  }))
}
