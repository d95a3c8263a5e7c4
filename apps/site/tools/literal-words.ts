/**
 * Words for visitors that stand in a program where `react/jsx-no-literals` does not look: in toasts and in what
 * functions give. Words belong into `content/en/`, so that they are found, read as a whole and put into other
 * languages.
 *
 * @param source of a file of `apps/site/app/`.
 * @returns each such text.
 */
export function literalWords(source: string): string[] {
  const code = source.replaceAll(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gms, '')
  const sentences = [...code.matchAll(quoted)]
    .filter(({ index }) => !notForVisitors.test(code.slice(0, index)))
    .map(([, text = '']) => text)
  return [...new Set(sentences)].filter((text) => !isFact.test(text))
}

/** A text that begins with a capital and has another word: class names and keys have none. */
const quoted =
  /["'`](\p{Lu}(?=[\p{Ll} '])(?:\p{L}|'(?=\p{L}))*[,:]? [^"'`\n]*\p{L}[^"'`\n]*)["'`]/gu

/** What comes before a text for programmers. */
const notForVisitors = /(?:Error|console\.\w+|warn)\(\s*$|\bfrom $/

/** A name of a font or of a thing in HTML. */
const isFact = /^(?:Anek Latin|Content-)/
