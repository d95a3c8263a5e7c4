import { codeOfPage, siteUrl } from '#app/server-context/site-settings.ts'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

type Props = {
  /** Of a page of this site. */
  path: string
  className: string
}

/**
 * The QR code of a page's address. The server draws it, because it alone knows the address while pages
 * are built; after a link within the site the browser does, with what it then fetches.
 */
export function AddressCode({ path, className }: Props) {
  const address = siteUrl() + path
  return (
    <svg
      viewBox="0 0 45 45"
      role="img"
      aria-label={fill(words.code, { address })}
      shapeRendering="crispEdges"
      className={className}
    >
      {/* Black on white in whatever colours the page is, or phones do not read it. */}
      <path d="M0 0h45v45H0z" fill="#fff" />
      <path
        key={path}
        ref={(code) => void (code && drawUnlessDrawn(code, address))}
        // What the server has drawn stays.
        d={typeof document === 'undefined' ? codeOfPage(path) : undefined}
        fill="#000"
        suppressHydrationWarning
      />
    </svg>
  )
}

async function drawUnlessDrawn(code: SVGPathElement, address: string) {
  if (code.hasAttribute('d')) return
  // Without it the address beside is still there.
  const drawing = await import('./draw-code.ts').catch(() => undefined)
  if (drawing) code.setAttribute('d', drawing.drawCode(address))
}
