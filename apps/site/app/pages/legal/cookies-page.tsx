import text from '@naic/content/en/legal/cookies.md'
import type { Route } from './+types/cookies-page'
import { LegalPage, legalMeta } from './legal-page.tsx'

export const loader = () => text

export const meta = ({ loaderData }: Route.MetaArgs) => legalMeta(loaderData, '/cookies')

export default function CookiesPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
