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
  const { facts } = wordsAt(url.pathname, 'inShort')
  return { ...wordsAt(url.pathname, 'formHelp'), facts }
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
            >
              <Facts words={words} lang={language?.code} />
            </ApplyForm>
          )}
        </div>
      </section>
    </>
  )
}

type FactsProps = { words: Awaited<ReturnType<typeof loader>>; lang: string | undefined }

/** Below those in English, where one decides. */
function Facts({ words, lang }: FactsProps) {
  return (
    <div lang={lang} className="border-hairline bg-warm rounded-lg border p-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 narrow:grid-cols-1">
        {words.facts.map(({ name, value }) => (
          <div key={name} className="last:col-span-full">
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">{words.howToPay}</p>
    </div>
  )
}
