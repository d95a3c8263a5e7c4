import text from '@naic/content/en/legal/cookies.md'
import { pageMeta } from '#app/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () => pageMeta({ ...text, path: '/cookies' })

export default function CookiesPage() {
  return <LegalPage text={text} />
}
