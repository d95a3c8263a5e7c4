import { yourDataWords as words } from '@naic/content/your-data.ts'
import { longDayInIndia } from '@naic/platform/sheets/indian-day.ts'
import { printable, printableLines } from '@naic/platform/sheets/printable-text.ts'
import type { PersonData } from './collect-person.ts'
import { describePerson, type Entry, type Section } from './describe-person.ts'

/** @returns all that is held of a person as a page of its own, which fetches nothing and runs nothing. */
export function personPage(data: PersonData): string {
  const sections = describePerson(data)
  const day = longDayInIndia(data.day)
  const held = sections.length > 0 ? sections.map(sectionOf) : [`<p>${words.nothing}</p>`]
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${words.title}, ${words.council}, ${day}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p>${escaped(words.council)}, ${day}</p>
<h1>${words.title}</h1>
<p>${escaped(words.intro(day, data.addresses))}</p>
</header>
<main>
${held.join('\n')}
</main>
<footer>
${words.more.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
</footer>
</body>
</html>
`
}

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; color: #1c1f2e; }
h1, h2, h3 { line-height: 1.2; }
h2 { border-bottom: 2px solid #1c1f4a; padding-bottom: .25rem; margin-top: 2.5rem; }
article { break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1rem; }
dt { color: #555b70; }
dd { margin: 0; overflow-wrap: anywhere; }
blockquote { margin: 0 0 1.5rem; padding-left: 1rem; border-left: 3px solid #c9cbd8; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; border-top: 1px solid #c9cbd8; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }`

const sectionOf = ({ title, entries }: Section) =>
  `<section>\n<h2>${escaped(title)}</h2>\n${entries.map(entryOf).join('\n')}\n</section>`

function entryOf({ title, facts, text }: Entry): string {
  const list = facts.map(
    ({ label, value }) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`,
  )
  const quoted = text ? `\n<blockquote>${escaped(text.trimEnd())}</blockquote>` : ''
  return `<article>\n<h3>${escaped(title)}</h3>\n<dl>\n${list.join('\n')}\n</dl>${quoted}\n</article>`
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities.get(sign) ?? sign)

/** @returns all that is held of a person as plain text for a screen. */
export function personInWords(data: PersonData): string {
  const sections = describePerson(data).map(({ title, entries }) =>
    [`${title.toUpperCase()}\n`, ...entries.map(entryInWords)].join('\n'),
  )
  const intro = printable(words.intro(longDayInIndia(data.day), data.addresses))
  return [intro, ...(sections.length > 0 ? sections : [words.nothing]), ...words.more].join('\n\n')
}

function entryInWords({ title, facts, text }: Entry): string {
  const widest = Math.max(0, ...facts.map(({ label }) => label.length))
  const lines = facts.map(
    ({ label, value }) => `  ${`${label}:`.padEnd(widest + 2)}${printable(value)}`,
  )
  const quoted = text
    ? [
        '',
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => `  | ${line}`),
      ]
    : []
  return [printable(title), ...lines, ...quoted.map(printableLines), ''].join('\n')
}
