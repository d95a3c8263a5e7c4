import { useRouteLoaderData } from 'react-router'
import type { DeskSummary } from '../shapes.ts'

/** To the page that everybody sees of a certificate, beside the desk. */
export function CertificateLink({ id }: { id: string }) {
  const { siteUrl } = useRouteLoaderData<DeskSummary>('desk') ?? { siteUrl: '' }
  return (
    <a href={`${siteUrl}/verify/${id}`} target="_blank" rel="noreferrer" className="link font-mono">
      {id}
    </a>
  )
}
