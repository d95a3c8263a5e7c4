import text from '@naic/content/en/legal/terms.md'
import type { Route } from './+types/terms-page'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const loader = () => text

export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData, '/terms')

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
