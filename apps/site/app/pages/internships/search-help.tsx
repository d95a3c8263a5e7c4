import { Scene } from '#app/catalogue/scene.tsx'
import type { CatalogueEntry } from '@naic/content/catalogue.ts'
import { categoryPath } from '@naic/content/categories.ts'
import cardWords from '@naic/content/en/catalogue.json' with { type: 'json' }
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import words from '@naic/content/en/search-help.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { nearestCategories } from './nearest-categories.ts'
import { answersTo, type ListForHelp, type SearchAnswer } from './search-answers.ts'

type Search = { text: string; list: ListForHelp }

/** Above the results: what a search means besides the letters that it has. */
export function SearchAnswers({ text, list }: Search) {
  const answers = answersTo(text, list.find)
  if (answers.length === 0) return null
  return (
    <section
      aria-label={words.label}
      className="border-peacock bg-peacock-pale mb-3 grid gap-3 rounded-lg border-l-4 px-4 py-3"
    >
      {answers.map((answer) => (
        <div key={answer.typed} className="grid justify-items-start gap-1">
          <Answer answer={answer} list={list} />
        </div>
      ))}
    </section>
  )
}

function Answer({ answer, list }: { answer: SearchAnswer; list: ListForHelp }) {
  switch (answer.kind) {
    case 'meaning':
    case 'nearest':
      return (
        <>
          <p className="font-semibold">{sentenceOf(answer)}</p>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {answer.internships.map(({ id, title, duration }) => (
              <li key={id}>
                <PictureLink to={`/internships/${id}`} scene={id} text={title} more={duration} />
              </li>
            ))}
          </ul>
        </>
      )
    case 'domain':
      return (
        <p>
          <a
            href={`/apply?${new URLSearchParams({ domain: answer.domain })}`}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            {fill(words.domain, answer)}
          </a>
          <span className="block">{words.domainHint}</span>
        </p>
      )
    case 'level':
      return (
        <FilterLink
          list={list}
          filter={{ levels: [answer.level] }}
          text={words.level[answer.level]}
        />
      )
    case 'weeks':
      return (
        <FilterLink
          list={list}
          filter={{ weeks: [answer.weeks] }}
          text={fill(words.weeks, { weeks: answer.weeks })}
        />
      )
    case 'certificate':
      return (
        <a
          href={`/verify/${answer.id}`}
          className="link inline-flex min-h-11 items-center font-semibold"
        >
          {words.certificate}
        </a>
      )
    case 'question':
      return (
        <p>
          <strong className="block font-semibold">{answer.question}</strong>
          {questions.find(({ question }) => question === answer.question)?.answer}
        </p>
      )
  }
}

function sentenceOf(answer: Extract<SearchAnswer, { kind: 'meaning' | 'nearest' }>): string {
  const { kind, typed, name, internships } = answer
  const text = typed === name ? words.rest : words[kind]
  return fill(text, { typed, name, count: countOf(internships) })
}

type Filter = { list: ListForHelp; filter: Parameters<ListForHelp['find']>[0]; text: string }

function FilterLink({ list, filter, text }: Filter) {
  return (
    <a
      href={list.addressOf(filter)}
      className="link inline-flex min-h-11 items-center font-semibold"
    >
      {fill(text, { count: countOf(list.find(filter)) })}
    </a>
  )
}

/** If nothing was found: the categories with similar words. */
export function NearestCategories({ text, list }: Search) {
  const nearest = answersTo(text, list.find).length > 0 ? [] : nearestCategories(text)
  if (nearest.length === 0) return null
  return (
    <nav aria-label={words.nearestCategories} className="grid justify-items-center gap-2">
      <p className="font-semibold">{words.didYouMean}</p>
      <ul className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-left">
        {nearest.map((category) => {
          const inCategory = list.find({ category })
          return (
            <li key={category}>
              <PictureLink
                to={categoryPath(category)}
                scene={inCategory[0]?.id ?? 0}
                text={category}
                more={countOf(inCategory)}
              />
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type Picture = { to: string; scene: number; text: string; more: string }

function PictureLink({ to, scene, text, more }: Picture) {
  return (
    <a href={to} className="group inline-flex min-h-11 items-center gap-3">
      <Scene id={scene} className="border-hairline aspect-8/5 w-20 shrink-0 rounded-sm border" />
      <span className="leading-snug">
        <span className="link group-hover:no-underline font-medium">{text}</span>{' '}
        <span className="text-ink-soft block text-sm">{more}</span>
      </span>
    </a>
  )
}

const countOf = ({ length }: readonly CatalogueEntry[]) =>
  length === 1 ? cardWords.one : fill(cardWords.several, { count: length })
