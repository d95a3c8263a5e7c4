import { nonceOfBuild } from '#app/server-context/load-context.ts'
import {
  apiUrlPlaceholder,
  retentionDaysPlaceholder,
  siteUrlPlaceholder,
  taskFormUrlPlaceholder,
} from '#app/server-context/site-address.ts'
import { hashSource, inlineScripts } from '#server/http/pages/page-headers.ts'

const carried = ` nonce="${nonceOfBuild}"`
const placeholders = [
  siteUrlPlaceholder,
  apiUrlPlaceholder,
  taskFormUrlPlaceholder,
  retentionDaysPlaceholder,
]

/**
 * Tells the inline scripts of a page that React Router and `packages/ui/inline-script.tsx` wrote,
 * which carry the nonce of the build, from those that came in some other way.
 *
 * @param html as it was prerendered.
 * @returns the page without that nonce, what its policy says of its scripts, and a sentence for
 *   each script that must not be there.
 */
export function listOwnScripts(html: string): {
  html: string
  scripts: string[]
  mistakes: string[]
} {
  const found = inlineScripts(html)
  const mistakes = found.flatMap(({ attributes, text }) => {
    const beginning = JSON.stringify(text.slice(0, 80))
    if (!attributes.includes(carried)) {
      return `a script is neither React Router's nor an InlineScript: ${beginning}`
    }
    return placeholders.some((placeholder) => text.includes(placeholder))
      ? `a script holds a setting, which is not known before the start: ${beginning}`
      : []
  })
  return {
    html: html.replaceAll(carried, ''),
    scripts: [...new Set(found.map(({ text }) => hashSource(text)))],
    mistakes,
  }
}
