import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { siteUrl } from '#app/server-context/site-settings.ts'
import { CodeDrawing } from '#app/address-code/code-drawing.tsx'
import type { QrCode } from '#app/address-code/qr-code.ts'

export const addressOf = (id: string) => `${siteUrl()}/verify/${id}`

/** Leads from paper, or from a screen, to the page that checks the certificate. */
export function PageCode({ id, code }: { id: string; code: QrCode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 text-left sm:max-lg:grid-cols-1 print:grid-cols-[minmax(0,1fr)_auto]">
      <p className="text-sm wrap-anywhere print:text-xs">
        {words.code.scan}
        <br />
        {siteUrl()}
        <wbr />
        /verify/
        <wbr />
        <span className="whitespace-nowrap">{id}</span>
      </p>
      <div className="size-26 sm:size-30">
        <CodeDrawing code={code} address={addressOf(id)} className="" />
      </div>
    </div>
  )
}
