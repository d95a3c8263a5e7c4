import { factsInShort } from '#app/catalogue/facts-in-short.ts'
import { LikeLinks } from '#app/catalogue/liking.tsx'
import { Scene } from '#app/catalogue/scene.tsx'
import type { Page } from '#app/page.ts'
import { metaOf } from '#app/page-head.tsx'
import { filterOf, findInternships } from '#app/pages/internships/catalogue-view.ts'
import likeNames from '@naic/content/en/likes.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { CatalogueEntry } from '@naic/content/internship-cards.ts'
import { internshipAt, wordsAt } from '@naic/content/translations.server.ts'
import { ButtonLink } from '@naic/ui/button.tsx'
import { Facts } from '@naic/ui/facts.tsx'
import { HeroBand } from '@naic/ui/page-banner.tsx'
import { TextLink } from '@naic/ui/text-link.tsx'
import { languageOf, pathIn } from '@naic/content/languages.ts'

/** All internships in short, in another language. What somebody likes filters them by plain links. */
export const internshipsInShortPage: Page = ({ path, query }) => {
  const words = wordsAt(path, 'internshipsInShort')
  const { what, applyNow, facts, steps } = wordsAt(path, 'inShort')
  const { howToPay } = wordsAt(path, 'formHelp')
  const language = languageOf(path)
  const chosen = filterOf(query).likes
  const found = findInternships({ likes: chosen })
  // What was asked for begins in sight on a phone.
  const ifAll = chosen.length > 0 ? 'max-md:hidden' : ''
  const liked = chosen.map((like) => likeNames[like].inHindi).join(', ')
  const body = (
    <>
      <HeroBand className="grid gap-x-12 gap-y-3 py-5 md:grid-cols-[1fr_1.2fr] md:items-end md:py-12">
        <div className="grid gap-2">
          <h1 className="text-title">{words.title}</h1>
          <p className={`text-ink-pale max-w-text text-lg print:text-ink ${ifAll}`}>
            {words.intro}
          </p>
        </div>
        <div className={ifAll}>
          <Facts
            of={factsInShort(facts)}
            className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm narrow:grid-cols-1 md:text-base"
            fact="last:col-span-full"
            name="text-ink-pale text-sm print:text-ink"
          />
          <p className="mt-1.5 text-sm md:text-base">{howToPay}</p>
        </div>
      </HeroBand>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-6 md:py-8">
        <nav aria-labelledby="likes" className="grid gap-2 print:hidden">
          <h2 id="likes" className="text-lg">
            {words.likes}
          </h2>
          <LikeLinks chosen={chosen} to={(like) => `${path}?like=${like}`} inHindi />
        </nav>
        <div className="flex flex-wrap items-center gap-x-5">
          <h2 className="text-xl">
            {chosen.length > 0
              ? fill(words.count.some, { count: found.length, likes: liked })
              : words.count.all}
          </h2>
          {chosen.length > 0 ? <TextLink href={path}>{words.toAll}</TextLink> : null}
        </div>
        <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] sm:gap-y-8">
          {found.map((internship, at) => (
            <Card key={internship.id} internship={internship} path={path} isFarDown={at > 1} />
          ))}
        </ul>
        <p className="max-w-text">{what.english}</p>
        <p>
          <TextLink href={pathIn(language, '/')}>{words.about}</TextLink>
        </p>
        {/* The five facts are above it. */}
        {chosen.length > 0 ? null : (
          <div className="grid gap-2">
            <p className="text-ink-soft">{steps.noPromise}</p>
            <ButtonLink
              href={pathIn(language, '/apply')}
              className="max-md:w-full md:justify-self-start"
            >
              {applyNow}
            </ButtonLink>
          </div>
        )}
      </div>
    </>
  )
  return { head: metaOf(words, path), body }
}

type Card = { internship: CatalogueEntry; path: string; isFarDown: boolean }

/** On a phone the words are beside the picture. All of it leads to the internship. */
function Card({ internship: { id, title, duration, level, likes: liked }, path, isFarDown }: Card) {
  const { levels, likedBy } = wordsAt(path, 'internshipsInShort')
  const { weeks, hours } = wordsAt(path, 'inShort').facts
  return (
    <li className="border-hairline border-t pt-4 sm:border-0 sm:p-0">
      <article className="relative flex h-full flex-wrap gap-x-3 gap-y-2 sm:flex-col">
        <Scene
          id={id}
          isFarDown={isFarDown}
          className="border-hairline block aspect-8/5 w-28 self-start rounded-lg border sm:w-full"
        />
        <div className="grid min-w-40 grow basis-0 content-start gap-1">
          <h3 className="-my-2 leading-snug sm:text-lg">
            <a
              href={`${path}/${id}`}
              lang="en-IN"
              className="link inline-flex min-h-11 min-w-11 items-center after:absolute after:inset-0"
            >
              {title}
            </a>
          </h3>
          <p className="leading-snug">{internshipAt(path, id).makes}</p>
          <ul className="text-ink-soft mt-1 flex flex-wrap gap-x-3 text-sm leading-snug">
            <li className="text-ink font-semibold">
              {fill(weeks.some, { weeks: parseInt(duration, 10) })}
            </li>
            <li>{hours.value}</li>
            <li>{levels[level]}</li>
            <li>{`${likedBy} ${liked.map((like) => likeNames[like].inHindi).join(', ')}`}</li>
          </ul>
        </div>
      </article>
    </li>
  )
}
