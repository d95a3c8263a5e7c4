/** A text of `content/en/legal/`, turned into HTML while the site is built. */
declare module '*.md' {
  const text: {
    title: string
    description: string
    intro: string
    /** The headings of the text, in order; each heading's id is its place in the page. */
    sections: { id: string; title: string }[]
    /** The list at its beginning, and then the sections. */
    inShort: string
    html: string
  }
  export default text
}
