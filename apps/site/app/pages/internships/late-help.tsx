import { lazy, memo, Suspense } from 'react'
import { catalogue } from '@naic/content/catalogue.ts'
import { addressOf, matchingInternships, noFilter } from './matching-internships.ts'
import type { ListForHelp } from './search-answers.ts'

/**
 * What a search may mean. It brings the aliases and the words of all skills, which most visits do not
 * need: a browser loads it once somebody searches, and keeps what the server has drawn until it is there.
 */
type Help = typeof import('./search-help.tsx')

let atHand: Help | undefined

/** For the server, whose rendering does not wait for anything. */
export function haveHelp(help: Help): void {
  atHand = help
}

const loadHelp = () => import('./search-help.tsx')

/** Somebody is about to search. */
export const prepareHelp = () => void loadHelp().catch(() => undefined)

export const SearchAnswers = late('SearchAnswers')
export const NearestCategories = late('NearestCategories')

/**
 * A part that loads when it is shown. The page also works if it does not arrive. It is a memo, because
 * an update before it has come would throw away what the server made of it.
 */
function late(name: keyof Help) {
  const Later = lazy(() =>
    loadHelp().then(
      (help) => ({ default: help[name] }),
      () => ({ default: () => null }),
    ),
  )
  return memo(({ text }: { text: string }) => {
    const Part = atHand?.[name] ?? Later
    return (
      <Suspense>
        <Part text={text} list={list} />
      </Suspense>
    )
  })
}

/** What the late parts need of the list: if they imported it, it would be one more file. */
const list: ListForHelp = {
  find: (filter) => matchingInternships(catalogue, { ...noFilter, ...filter }),
  addressOf: (filter) => addressOf({ ...noFilter, ...filter }),
}
