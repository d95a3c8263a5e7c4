import { useEffect, useState } from 'react'
import words from '@naic/content/en/certificate.json' with { type: 'json' }
import { siteUrl } from '#app/server-context/site-settings.ts'
import { CodeDrawing } from '#app/address-code/code-drawing.tsx'
import type { QrCode } from '#app/address-code/qr-code.ts'

type Props = {
  id: string
  /** As the server sent it, if it could look the certificate up; else the browser draws it. */
  code: QrCode | undefined
}

export const addressOf = (id: string) => `${siteUrl()}/verify/${id}`

/** Leads from paper, or from a screen, to the page that checks the certificate. */
export function PageCode({ id, code: sent }: Props) {
  const address = addressOf(id)
  const code = useCode(address, sent)
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
        {code ? <CodeDrawing code={code} address={address} className="" /> : null}
      </div>
    </div>
  )
}

/** What draws codes is a tenth of the page's scripts, so it is loaded only where the server sent none. */
function useCode(address: string, sent: QrCode | undefined): QrCode | undefined {
  const [drawn, setDrawn] = useState<QrCode>()
  useEffect(() => {
    if (sent) return
    // Without it the address beside is still there.
    import('#app/address-code/qr-code.ts').then(
      ({ qrCode }) => setDrawn(qrCode(address)),
      () => undefined,
    )
  }, [address, sent])
  return sent ?? drawn
}
