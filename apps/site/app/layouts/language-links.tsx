import { inOtherLanguages } from '@naic/content/languages.ts'
import { usePageAddress } from '#app/page-address.ts'

/** To the same page in each other language, asked for the same; or else to its site in short. */
export function LanguageLinks({ className }: { className: string }) {
  const { path: here, search } = usePageAddress()
  const asked = [...new URLSearchParams(search)]
  return inOtherLanguages(here).map(({ code, name, path, understands }) => {
    const kept = new URLSearchParams(asked.filter(([parameter]) => understands.includes(parameter)))
    return (
      <a
        key={code}
        href={kept.size > 0 ? `${path}?${kept}` : path}
        lang={code}
        hrefLang={code}
        className={className}
      >
        {name}
      </a>
    )
  })
}
