import words from '@naic/content/en/certificate.json' with { type: 'json' }
import share from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { siteUrl } from '#app/server-context/site-settings.ts'

export const addressOf = (id: string) => `${siteUrl()}/verify/${id}`

/** The drawing that the server has made for the page. */
export const pageCode = 'page-code'

/** Leads from paper, or from a screen, to the page that checks the certificate. */
export function PageCode({ id }: { id: string }) {
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
      <svg
        role="img"
        aria-label={fill(share.code, { address: addressOf(id) })}
        className="size-26 sm:size-30"
      >
        <use href={`#${pageCode}`} />
      </svg>
    </div>
  )
}
