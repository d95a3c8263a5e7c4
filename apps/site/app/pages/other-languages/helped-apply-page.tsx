import { useLocation } from 'react-router'
import { metaOf } from '#app/page-meta.ts'
import { ApplyForm, SubmittedApplication, useApplication } from '#app/pages/apply/apply-form.tsx'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { wordsAt } from '@naic/content/translations.server.ts'
import { PageBanner } from '@naic/ui/page-banner.tsx'
import { SiteLink } from '@naic/ui/site-link.tsx'
import type { Route } from './+types/helped-apply-page'

/**
 * The English form, whose words are specified, with its hints and errors once more in another language.
 * Without JavaScript it is answered by the page in English.
 */

export function loader({ url }: Route.LoaderArgs) {
  return wordsAt(url.pathname, 'formHelp')
}

export const meta = ({ loaderData: words, location }: Route.MetaArgs) =>
  words ? metaOf(words, pathIn(languageOf(location.pathname), '/apply')) : []

export default function HelpedApplyPage({ loaderData: words }: Route.ComponentProps) {
  const language = languageOf(useLocation().pathname)
  const application = useApplication(undefined)
  const { phase } = application
  const { hints, errors } = words
  return (
    <>
      <PageBanner title={words.title}>{words.text}</PageBanner>
      <section className="wrap grid gap-6 py-6 md:py-10">
        <p>
          {phase.state === 'submitted' ? (
            words.sent
          ) : (
            <SiteLink to={pathIn(language, '/')} className="link inline-block py-2.5 font-medium">
              {words.about}
            </SiteLink>
          )}
        </p>
        <div lang="en-IN">
          {phase.state === 'submitted' ? (
            <SubmittedApplication {...phase} />
          ) : (
            <ApplyForm
              application={application}
              posted={undefined}
              second={{ lang: language?.code ?? 'en', hints, errors }}
            />
          )}
        </div>
      </section>
    </>
  )
}
