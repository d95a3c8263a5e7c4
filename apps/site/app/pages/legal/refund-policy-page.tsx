import text from '@naic/content/en/legal/refund-policy.md'
import type { Route } from './+types/refund-policy-page'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const loader = () => text

export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData, '/refund-policy')

export default function RefundPolicyPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
