import { useRouteLoaderData } from 'react-router'
import type { DeskSummary, ListedCertificate } from '../../shapes.ts'
import { DeskTable } from '../desk-table.tsx'

const columns = ['ID', 'Holder', 'Domain', 'Duration', 'Verified on', 'Reference', 'State']

export function CertificateTable({ certificates }: { certificates: ListedCertificate[] }) {
  const { siteUrl } = useRouteLoaderData<DeskSummary>('desk') ?? { siteUrl: '' }
  return (
    <DeskTable name="Certificates" columns={columns}>
      {certificates.map(({ id, facts, reference, state }) => (
        <tr key={id} className="border-hairline border-b">
          <th scope="row" className="py-2 pr-4 font-mono font-medium">
            <a href={`${siteUrl}/verify/${id}`} target="_blank" rel="noreferrer" className="link">
              {id}
            </a>
          </th>
          <td className="py-2 pr-4">{facts?.holder}</td>
          <td className="py-2 pr-4">{facts?.domain}</td>
          <td className="py-2 pr-4 whitespace-nowrap">{facts?.duration}</td>
          <td className="py-2 pr-4 whitespace-nowrap">{facts?.verifiedOn}</td>
          <td className="py-2 pr-4 font-mono">{reference}</td>
          <td className="py-2">{state}</td>
        </tr>
      ))}
    </DeskTable>
  )
}
