import text from '@naic/content/en/legal/privacy.md'
import { putRetention } from '@naic/content/retention-words.ts'
import { pageMeta } from '#app/page-meta.ts'
import { placeholders, retentionDays } from '#app/server-context/site-settings.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () => pageMeta({ ...text, path: '/privacy' })

export default function PrivacyPage() {
  return <LegalPage text={{ ...text, html: withRetention(text.html) }} />
}

/** A page that is rendered before the setting is known keeps its places, which the server fills. */
function withRetention(html: string): string {
  const days = retentionDays()
  return days === placeholders.retentionDays
    ? html
    : putRetention(html, days === '' ? undefined : Number(days))
}
