import { useLocation } from 'react-router'
import { SiteLink } from '@naic/ui/site-link.tsx'
import { inOtherLanguages } from '@naic/content/languages.ts'

type Props = { className: string; onClick?: () => void }

/**
 * The way to the same page in each other language, or else to its site in short, by the language's own
 * name. What the form was opened for goes along.
 */
export function LanguageLinks(props: Props) {
  const { pathname, search } = useLocation()
  const asked = /[?&](internship|domain)=/.test(search) ? search : ''
  return inOtherLanguages(pathname).map(({ code, name, path }) => (
    <SiteLink
      key={code}
      to={path.endsWith('/apply') ? path + asked : path}
      lang={code}
      hrefLang={code}
      {...props}
    >
      {name}
    </SiteLink>
  ))
}
