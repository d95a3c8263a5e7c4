import { inOtherLanguages } from '@naic/content/languages.ts'
import { usePageAddress } from '#app/page-address.ts'

/** To the same page in each other language, or else to its site in short. What the form was opened for goes along. */
export function LanguageLinks({ className }: { className: string }) {
  const { path: here, search } = usePageAddress()
  const asked = /[?&](internship|domain)=/.test(search) ? search : ''
  return inOtherLanguages(here).map(({ code, name, path }) => (
    <a
      key={code}
      href={path.endsWith('/apply') ? path + asked : path}
      lang={code}
      hrefLang={code}
      className={className}
    >
      {name}
    </a>
  ))
}
