import text from '@naic/content/en/legal/accessibility.md'
import type { Route } from './+types/accessibility-page'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const loader = () => text

export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData, '/accessibility')

export default function AccessibilityPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
