import type { ListedCertificate } from '../../shapes.ts'

const columns = ['ID', 'Holder', 'Domain', 'Duration', 'Verified on', 'Reference', 'State']

export function CertificateTable({ certificates }: { certificates: ListedCertificate[] }) {
  return (
    // What scrolls must be within the keyboard's reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Certificates" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="border-control border-b">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pr-4 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {certificates.map(({ id, facts, reference, state }) => (
            <tr key={id} className="border-hairline border-b">
              <th scope="row" className="py-2 pr-4 font-mono font-medium">
                {id}
              </th>
              <td className="py-2 pr-4">{facts?.holder}</td>
              <td className="py-2 pr-4">{facts?.domain}</td>
              <td className="py-2 pr-4 whitespace-nowrap">{facts?.duration}</td>
              <td className="py-2 pr-4 whitespace-nowrap">{facts?.verifiedOn}</td>
              <td className="py-2 pr-4 font-mono">{reference}</td>
              <td className="py-2">{state}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
