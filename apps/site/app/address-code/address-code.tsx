import { codeOfPage, siteUrl } from '#app/server-context/site-settings.ts'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

type Props = {
  /** Of a page of this site. */
  path: string
  className: string
}

/** The QR code of a page's address, which only the server can draw. */
export function AddressCode({ path, className }: Props) {
  return (
    <svg
      viewBox="0 0 45 45"
      role="img"
      aria-label={fill(words.code, { address: siteUrl() + path })}
      shapeRendering="crispEdges"
      className={className}
    >
      {/* Black on white in whatever colours the page is, or phones do not read it. */}
      <path d="M0 0h45v45H0z" fill="#fff" />
      <path d={codeOfPage(path)} fill="#000" />
    </svg>
  )
}
