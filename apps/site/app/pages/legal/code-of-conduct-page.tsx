import text from '@naic/content/en/legal/code-of-conduct.md'
import { pageMeta } from '#app/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () => pageMeta({ ...text, path: '/code-of-conduct' })

export default function CodeOfConductPage() {
  return <LegalPage text={text} />
}
