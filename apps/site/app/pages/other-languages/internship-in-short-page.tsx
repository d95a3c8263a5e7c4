import { ArrowLeft } from 'lucide'
import { Icon } from '@naic/ui/icon.tsx'
import { factsInShort } from '#app/catalogue/facts-in-short.ts'
import { Scene } from '#app/catalogue/scene.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { totalHours } from '#app/pages/internship/internship-texts.tsx'
import type { Internship } from '@naic/content/content-schemas.ts'
import { fill } from '@naic/content/fill.ts'
import { findInternship } from '@naic/content/internships.server.ts'
import { languageOf, pathIn } from '@naic/content/languages.ts'
import { internshipAt, wordsAt } from '@naic/content/translations.server.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { internshipsInShortPage } from './internships-in-short-page.tsx'
import { Points } from '@naic/ui/points.tsx'
import { Section } from '@naic/ui/section.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'

/** One internship in short, in another language. Its title is a name, and stays as it is. */
export const internshipInShortPage: Page = async (request) => {
  const { path, id } = request
  const internship = findInternship(id)
  if (!internship) {
    // The link may be wrong, or the internship may have ended.
    const list = pathIn(languageOf(path), '/internships')
    const instead = await internshipsInShortPage({ ...request, path: list })
    return instead && { ...instead, status: 404 }
  }
  const { metaTitle, metaDescription } = wordsAt(path, 'internshipsInShort').page
  const { makes } = internshipAt(path, internship.id)
  const head = metaOf(
    {
      metaTitle: fill(metaTitle, { title: internship.title }),
      metaDescription: fill(metaDescription, { makes }),
    },
    path,
  )
  return { head, body: <InternshipInShort internship={internship} path={path} /> }
}

type Props = { internship: Internship; path: string }

function InternshipInShort({ internship, path }: Props) {
  const { page: words, levels } = wordsAt(path, 'internshipsInShort')
  const { what, steps, facts, money } = wordsAt(path, 'inShort')
  const { howToPay } = wordsAt(path, 'formHelp')
  const { id, title, duration, level, weeks } = internship
  const { makes, before, computer, ...own } = internshipAt(path, id)
  const language = languageOf(path)
  const apply = (
    <ButtonLink
      href={`${pathIn(language, '/apply')}?internship=${id}`}
      className="max-md:w-full md:justify-self-start"
    >
      {words.apply}
    </ButtonLink>
  )
  return (
    <>
      <div className="bg-ink text-paper print:text-ink print:bg-transparent">
        <div className="wrap pb-5">
          <a
            href={pathIn(language, '/internships')}
            data-way-back=""
            className="inline-flex min-h-11 min-w-11 items-center gap-2 font-semibold underline-offset-4 hover:underline print:hidden"
          >
            <Icon of={ArrowLeft} className="size-4" />
            {words.back}
          </a>
          <div className="grid items-center gap-4 md:grid-cols-[1fr_45%]">
            <Scene id={id} className="w-full rounded-lg md:order-last" />
            <div className="grid gap-3">
              <h1 lang="en-IN" className="text-title">
                {title}
              </h1>
              <p className="text-lg">{makes}</p>
              <Facts
                of={[[words.level, levels[level]], ...factsInShort(facts, duration)]}
                className="grid grid-cols-2 gap-x-4 gap-y-2 narrow:grid-cols-1"
                fact="first:col-span-full last:col-span-full"
                name="text-ink-pale text-sm print:text-ink"
              />
              <p>{howToPay}</p>
              {apply}
            </div>
          </div>
        </div>
        <div className="jali-edge print:hidden" aria-hidden="true" />
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-10 py-8 md:py-12">
        <Section id="projects" title={words.projects} className="grid gap-4">
          <ol className="grid gap-5 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
            {own.projects.map((project, at) => (
              <li key={project} className="grid content-start gap-2">
                <svg
                  viewBox="0 0 320 200"
                  aria-hidden
                  className="scene border-hairline w-full rounded-lg border"
                >
                  <use href={`/finished/${id}.svg#p${at + 1}`} />
                </svg>
                <p className="font-medium">{project}</p>
              </li>
            ))}
          </ol>
        </Section>
        <div className="grid gap-10 md:grid-cols-2 lg:gap-16">
          <Section id="weeks" title={words.weeks}>
            <p className="text-ink-soft">
              {fill(words.total, { weeks: weeks.length, hours: totalHours(weeks) })}
            </p>
            <ol className="mt-3">
              {own.weeks.map((week, at) => (
                <li
                  key={week}
                  className="border-hairline flex items-center gap-3 border-t py-2.5 narrow:flex-wrap"
                >
                  <span className="bg-peacock text-paper font-heading grid size-8 shrink-0 place-items-center rounded-full leading-none font-semibold">
                    <span className="sr-only">{`${words.week} `}</span>
                    {at + 1}
                  </span>
                  <span className="grow leading-snug">{week}</span>
                  <span className="text-ink-soft shrink-0 text-sm">
                    {fill(words.hours, { hours: weeks[at]?.hours ?? 0 })}
                  </span>
                </li>
              ))}
            </ol>
          </Section>
          <div className="grid content-start gap-10">
            <Section id="before" title={words.before} className="grid gap-3">
              <Points of={[...before, computer, what.english]} className="grid gap-2 pl-5" />
            </Section>
            <div className="border-marigold bg-marigold-pale grid gap-3 rounded-lg border-2 p-4">
              <p className="font-medium">{money.warning}</p>
            </div>
          </div>
        </div>
        <div className="grid gap-3">
          <p className="text-ink-soft">{steps.noPromise}</p>
          {apply}
          <p>
            <TextLink href={`/internships/${id}`}>{words.english}</TextLink>
          </p>
        </div>
      </div>
    </>
  )
}
