/**
 * The same letter for programs that show HTML: its words as they stand, in paragraphs, web addresses
 * as links to what they say. Nothing is fetched, and no sign of the text is taken for markup.
 */
export function htmlOf(text: string): string {
  const paragraphs = text.trim().split(/(?:\r?\n){2,}/)
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"></head>
<body style="font-family: sans-serif; line-height: 1.5">
${paragraphs.map((paragraph) => `<p>${inLines(paragraph)}</p>`).join('\n')}
</body>
</html>
`
}

const inLines = (paragraph: string) => paragraph.split(/\r?\n/).map(withLinks).join('<br>\n')

/** What ends a sentence after an address, or closes what it stands in, is no part of it. */
const webAddress = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?()[\]{}])/

/** Splitting by a group leaves what it matched at the odd places. */
const withLinks = (line: string) =>
  line
    .split(webAddress)
    .map((part, at) =>
      at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part),
    )
    .join('')

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text as it stands in HTML, in an attribute as well. */
export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign)
