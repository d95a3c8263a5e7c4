import { Island } from '#app/island.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { ApplyForm } from '#app/pages/apply/apply-form.island.tsx'
import { askedIn } from '#app/pages/apply/chosen-internship.tsx'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { wordsAt } from '@naic/content/translations.server.ts'
import { PageBanner } from '@naic/ui/page-banner.tsx'

/**
 * The English form, whose words are specified, with its hints and errors once more in another language.
 * Without JavaScript it is answered by the page in English.
 */
export const helpedApplyPage: Page = ({ path, query }) => {
  const words = wordsAt(path, 'formHelp')
  const { about, sent, hints, errors, howToPay } = words
  const { facts } = wordsAt(path, 'inShort')
  const language = languageOf(path)
  const asked = askedIn(query)
  const aboutAt = pathIn(language, asked.internship ? `/internships/${asked.internship}` : '/')
  return {
    head: metaOf(words, path),
    body: (
      <>
        <PageBanner title={words.title}>{words.text}</PageBanner>
        <section className="wrap grid gap-6 py-6 md:py-10">
          <Island>
            <ApplyForm
              posted={undefined}
              asked={asked}
              help={{
                lang: language?.code ?? 'en',
                about,
                aboutAt,
                sent,
                hints,
                errors,
                howToPay,
                facts,
              }}
            />
          </Island>
        </section>
      </>
    ),
  }
}
