import text from '@naic/content/en/legal/accessibility.md'
import { pageMeta } from '#app/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () => pageMeta({ ...text, path: '/accessibility' })

export default function AccessibilityPage() {
  return <LegalPage text={text} />
}
