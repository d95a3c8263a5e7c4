import text from '@naic/content/en/legal/privacy.md'
import { putRetention } from '@naic/content/retention-words.ts'
import { placeholders, retentionDays } from '#app/server-context/site-settings.ts'
import type { Route } from './+types/privacy-page'
import { LegalPage, legalMeta } from './legal-page.tsx'

/**
 * Its places are hidden from the server, which fills those of the page: here they come in an inline
 * script, whose bytes the page's policy knows.
 */
export const loader = () => ({ ...text, html: text.html.replaceAll('[[kept', '[[hidden') })

export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData, '/privacy')

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const html = withRetention(loaderData.html.replaceAll('[[hidden', '[[kept'))
  return <LegalPage text={{ ...loaderData, html }} />
}

/** A page that is rendered before the setting is known keeps its places, which the server fills. */
function withRetention(html: string): string {
  const days = retentionDays()
  return days === placeholders.retentionDays
    ? html
    : putRetention(html, days === '' ? undefined : Number(days))
}
