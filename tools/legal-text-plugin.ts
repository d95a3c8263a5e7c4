import type { Plugin } from 'vite'
import { readLegalText } from './legal-text.ts'

/** Lets a page import a text of `content/legal/` as HTML, so that no browser parses Markdown. */
export function legalTextPlugin(): Plugin {
  return {
    name: 'legal-text',
    transform(code, id) {
      if (!/\/content\/legal\/[\w-]+\.md$/.test(id)) return null
      const { text, mistakes } = readLegalText(code)
      if (mistakes.length > 0) this.error(mistakes.join('\n'))
      return { code: `export default ${JSON.stringify(text)}`, map: null, moduleType: 'js' }
    },
  }
}
