/** @returns the file that a script only hands on or only loads, such as "site-B_TC.js". */
export function facadeOf(script: string): string | undefined {
  return /^(?:export\s*\{[^{}]*\}\s*from|import)\s*"\.\/([^"]+)";?\s*$/.exec(script)?.[1]
}

/**
 * @param text a page, or a list of files, naming them as "/assets/root-DDiH.js".
 * @param facades each with the file that it stands for.
 * @returns the text naming those, and each preloaded once.
 */
export function mergeFacades(text: string, facades: ReadonlyMap<string, string>): string {
  let merged = text
  for (const [name, target] of facades) {
    merged = merged.replaceAll(`/assets/${name}`, () => `/assets/${target}`)
  }
  const preloaded = new Set<string>()
  return merged.replaceAll(/<link rel="modulepreload"[^>]*>/g, (link) => {
    if (preloaded.has(link)) return ''
    preloaded.add(link)
    return link
  })
}
