import text from '@naic/content/en/legal/refund-policy.md'
import { pageMeta } from '#app/page-meta.ts'
import { LegalPage } from './legal-page.tsx'

export const meta = () => pageMeta({ ...text, path: '/refund-policy' })

export default function RefundPolicyPage() {
  return <LegalPage text={text} />
}
