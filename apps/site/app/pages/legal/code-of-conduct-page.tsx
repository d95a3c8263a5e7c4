import text from '@naic/content/en/legal/code-of-conduct.md'
import type { Route } from './+types/code-of-conduct-page'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const loader = () => text

export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData, '/code-of-conduct')

export default function CodeOfConductPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
