import type { ListedCertificate } from '#desk/shapes.ts'
import { CertificateLink } from '../certificate-link.tsx'
import { DeskTable } from '../desk-table.tsx'

const columns = ['ID', 'Holder', 'Domain', 'Duration', 'Verified on', 'Reference', 'State']

export function CertificateTable({ certificates }: { certificates: ListedCertificate[] }) {
  return (
    <DeskTable name="Certificates" columns={columns}>
      {certificates.map(({ id, facts, reference, state }) => (
        <tr key={id} className="border-hairline border-b">
          <th scope="row" className="py-2 pr-4 font-medium">
            <CertificateLink id={id} />
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
