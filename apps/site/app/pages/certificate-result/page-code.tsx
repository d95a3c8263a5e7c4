import words from '@naic/content/certificate.json' with { type: 'json' }
import { siteUrl } from '#app/server-context/site-settings.ts'
import { encode } from 'uqr'

/** Leads from paper, or from a screen, to the page that checks the certificate. */
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

/**
 * With the quiet zone of four modules that readers ask for. The mask is given, because trying all eight
 * is most of the work (2 ms), which the server would do for every visit.
 */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4, maskPattern: 0 })
  // Neighbours in a row are one piece: the code is also in the page's HTML.
  const pieces = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code of ${text}`}
      shapeRendering="crispEdges"
      className="bg-paper size-30"
    >
      <path d={pieces.join('')} fill="#000" />
    </svg>
  )
}
