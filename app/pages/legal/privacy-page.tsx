import text from '#content/legal/privacy.md'
import { pageMeta } from '#app/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () => pageMeta({ ...text, path: '/privacy' })

export default function PrivacyPage() {
  return <LegalPage text={text} />
}
