import { FileDown } from 'lucide-react'

/** The certificate to keep and to print; made by the server, so that it takes no script. */
export function PdfLink({ id, className }: { id: string; className: string }) {
  return (
    <a className={className} href={`/credentials/${id}.pdf`} download={`${id}.pdf`}>
      <FileDown aria-hidden className="size-5" />
      Download PDF
    </a>
  )
}
