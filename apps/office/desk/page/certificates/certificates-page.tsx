import { useLoaderData } from 'react-router'
import type { CertificateList } from '#desk/shapes.ts'
import { readDesk } from '../ask-desk.ts'
import { CertificateTable } from './certificate-table.tsx'
import { IssueBatch } from './issue-batch.tsx'

export const loadCertificates = () => readDesk<CertificateList>('/api/certificates')

/** Issuing, by a table or from applications, and the newest certificates. */
export function CertificatesPage() {
  const { certificates } = useLoaderData<typeof loadCertificates>()
  return (
    <div className="wrap grid gap-10 py-8">
      <title>Certificates · The council's desk</title>
      <h1 className="text-title">Certificates</h1>
      <IssueBatch />
      <section aria-labelledby="newest" className="grid gap-4">
        <h2 id="newest" className="text-heading">
          The newest {certificates.length}
        </h2>
        <CertificateTable certificates={certificates} />
      </section>
    </div>
  )
}
