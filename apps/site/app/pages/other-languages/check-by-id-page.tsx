import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { Island } from '#app/island.tsx'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { wordsAt } from '@naic/content/translations.server.ts'
import { CheckAFile } from '#app/pages/check-certificate/check-a-file.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { CheckById } from './check-by-id.island.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { Section } from '@naic/ui/section.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

/** The check of one certificate, with its result on the page itself, in the page's language. */
export const checkByIdPage: Page = ({ path, query }) => {
  const asked = cleanCertificateId(query.get('id') ?? '')
  const { metaTitle, metaDescription, title, intro, answers, where, file, about, ...ofIsland } =
    wordsAt(path, 'checkById')
  const { verdicts, unknown, unavailable } = ofIsland
  const language = languageOf(path)
  const body = (
    <>
      <HeroBand open className="grid gap-3 pt-6 pb-24 md:pt-12 md:pb-32">
        <h1 className="text-title">{title}</h1>
        <p className="text-ink-pale max-w-text text-lg">{intro}</p>
      </HeroBand>
      <div className="wrap grid gap-8 pb-16 lg:grid-cols-[1.2fr_1fr] lg:gap-14">
        <div className="group grid content-start gap-6">
          <Island>
            <CheckById asked={asked} words={ofIsland} lang={language?.code ?? 'en'} />
          </Island>
          {/* In place of a result, so that nobody is surprised by one. */}
          <Section
            id="answers"
            title={answers.title}
            className="grid gap-3 group-has-[#verdict]:hidden"
          >
            <Facts
              of={[
                [verdicts.verified.title, answers.verified],
                [verdicts.revoked.title, answers.revoked],
                [unknown.title, answers.unknown],
                [unavailable.title, answers.unavailable],
              ]}
              className="border-hairline divide-hairline divide-y border-y"
              fact="grid gap-x-4 py-2.5 sm:grid-cols-[11rem_1fr]"
              name="font-semibold"
              value=""
            />
          </Section>
          <CheckAFile
            className="p-5 md:p-8"
            words={wordsAt(path, 'certificateFile')}
            to={`${path}?id=`}
          >
            <h2 className="text-xl">{file}</h2>
          </CheckAFile>
        </div>
        <Section id="where" title={where.title} className="grid content-start gap-4 lg:pt-10">
          <p>{where.text}</p>
          <p className="border-marigold bg-marigold-pale rounded-lg border-l-4 p-4">
            {where.paper}
          </p>
          <p>
            <TextLink href={pathIn(language, '/')}>{about}</TextLink>
          </p>
        </Section>
      </div>
    </>
  )
  return { head: metaOf({ metaTitle, metaDescription }, path), body }
}
