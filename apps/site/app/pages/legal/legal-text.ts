import { Marked } from 'marked'

const names = ['title', 'description', 'intro'] as const

export type LegalText = Record<(typeof names)[number], string> & {
  sections: { id: string; title: string }[]
  /** The list that the text begins with: what it says, in about six lines. */
  inShort: string
  html: string
}

/**
 * Reads a text of `content/en/legal/`: lines of `name: value` between two lines of `---`, then
 * Markdown: a list of what it says in short, and sections that begin with `##`.
 *
 * The lines are no YAML, as libraries for front matter read it: the words of a sentence may have a
 * colon, which YAML refuses, and a `#`, after which it drops the rest.
 *
 * @returns the text, and a sentence for each mistake in it.
 */
export function readLegalText(file: string): { text: LegalText; mistakes: string[] } {
  const [, head = '', body = file] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? []
  const given = Object.fromEntries(
    [...head.matchAll(/^(\w+):(.*)$/gm)].map(([, name, value = '']) => [name, value.trim()]),
  )
  const { html: rendered, sections, mistakes } = render(body)
  const begin = rendered.indexOf('<h2 ')
  const inShort = rendered.slice(0, Math.max(begin, 0)).trim()
  if (!/^<ul>.*<\/ul>$/s.test(inShort)) {
    mistakes.push('must begin with a list of what it says in short, above the first section')
  }
  for (const name of names) {
    if (!given[name])
      mistakes.push(`${name}: ${name in given ? 'must not be empty' : 'is missing'}`)
  }
  const { title = '', description = '', intro = '' } = given
  if (description.length > 170) {
    mistakes.push('description: must have at most 170 characters, or search engines cut it')
  }
  const html = rendered.slice(begin)
  return { text: { title, description, intro, sections, inShort, html }, mistakes }
}

/** @returns the paths of this site that the text links to. */
export const linksWithin = ({ inShort, html }: Pick<LegalText, 'inShort' | 'html'>): string[] =>
  [...(inShort + html).matchAll(/ href="(\/[^"#?]*)/g)].map(([, path = '']) => path)

function render(markdown: string) {
  const sections: LegalText['sections'] = []
  const mistakes: string[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = slug(text)
        if (depth === 1) mistakes.push(`"# ${text}": the title stands above; begin with "##"`)
        if (depth === 2) sections.push({ id, title: text })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      // A phone shows each row as a block in which every cell names its column. Roles, because
      // a table that is laid out otherwise is no longer announced as one.
      table({ header, rows }) {
        const row = (cells: string[]) => `<tr role="row">${cells.join('')}</tr>`
        const heads = header.map(
          ({ tokens }) =>
            `<th role="columnheader" scope="col">${this.parser.parseInline(tokens)}</th>`,
        )
        const body = rows.map((cells) =>
          row(
            cells.map(
              ({ tokens }, column) =>
                `<td role="cell" data-column="${escape(header[column]?.text ?? '')}">${this.parser.parseInline(tokens)}</td>`,
            ),
          ),
        )
        return (
          `<table role="table"><thead role="rowgroup">${row(heads)}</thead>` +
          `<tbody role="rowgroup">${body.join('')}</tbody></table>\n`
        )
      },
      html({ raw }) {
        mistakes.push(`"${raw.trim()}": HTML cannot stand in a text; use Markdown`)
        return ''
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  if (sections.length === 0) mistakes.push('has no section; begin each with "## " and its heading')
  for (const [index, { id, title }] of sections.entries()) {
    const first = sections.findIndex((section) => section.id === id)
    if (first !== index) mistakes.push(`"## ${title}": two sections have this heading`)
  }
  return { html, sections, mistakes }
}

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
