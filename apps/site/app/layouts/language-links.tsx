import { SiteLink } from '@naic/ui/site-link.tsx'
import { translatedPages } from '@naic/content/languages.ts'

type Props = { className: string; onClick?: () => void }

/** The way to the site in short in each other language, by the language's own name. */
export const LanguageLinks = (props: Props) =>
  translatedPages
    .filter(({ twin }) => twin === '/')
    .map(({ path, language }) => (
      <SiteLink key={path} to={path} lang={language.code} hrefLang={language.code} {...props}>
        {language.name}
      </SiteLink>
    ))
