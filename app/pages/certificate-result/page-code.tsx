import words from '#content/certificate.json' with { type: 'json' }
import { siteUrl } from '#app/server-context/site-address.ts'
import { QrCode } from './qr-code.tsx'

/** Leads from paper, or from another's screen, to the page on which the certificate is checked. */
export function PageCode({ id }: { id: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 text-left sm:max-lg:grid-cols-1 print:grid-cols-[minmax(0,1fr)_auto]">
      <p className="text-sm wrap-anywhere print:text-xs">
        {words.scan}
        <br />
        {siteUrl()}
        <wbr />
        /verify/
        <wbr />
        <span className="whitespace-nowrap">{id}</span>
      </p>
      <QrCode text={`${siteUrl()}/verify/${id}`} />
    </div>
  )
}
