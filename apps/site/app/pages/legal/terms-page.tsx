import text from '@naic/content/en/legal/terms.md'
import { pageMeta } from '#app/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () => pageMeta({ ...text, path: '/terms' })

export default function TermsPage() {
  return <LegalPage text={text} />
}
