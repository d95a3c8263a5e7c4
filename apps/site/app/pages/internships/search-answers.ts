import { catalogue, type CatalogueEntry } from '@naic/content/catalogue.ts'
import { cleanCertificateId } from '@naic/admissions/forms/certificate-id.ts'
import { isWrittenAsId } from '@naic/ledger/format/id-format.ts'
import aliases from '@naic/content/search-aliases.json' with { type: 'json' }
import type { Level } from '@naic/content/categories.ts'
import type { CatalogueFilter } from './matching-internships.ts'

/** What the list knows: its page hands it over. */
export type ListForHelp = {
  find: (filter: Partial<CatalogueFilter>) => CatalogueEntry[]
  /** The address of the list with this filter. */
  addressOf: (filter: Partial<CatalogueFilter>) => string
}

type Meant =
  | { kind: 'meaning' | 'nearest'; name: string; internships: readonly CatalogueEntry[] }
  | { kind: 'domain'; domain: string }
  | { kind: 'level'; level: Level }
  | { kind: 'weeks'; weeks: number }
  | { kind: 'question'; question: string }
  | { kind: 'certificate'; id: string }

/** What a search means besides the letters that it has. `typed` is the part of it that says so. */
export type SearchAnswer = Meant & { typed: string }

/** Each letter and word costs time on the server, and nobody means more than two things. */
const lettersLookedAt = 100
const wordsLookedAt = 12
const most = 2
const longestAlias = 3

/**
 * Looks for the aliases of `content/search-aliases.json` in a search, the longest first, and then for
 * what is left without the words that only surround it: "sikhna hai python".
 *
 * @param typed as it was typed.
 * @param find finds what a search without answers shows.
 * @returns the check if it is the ID of a certificate; else two answers at most, without those that only repeat what the search itself finds first.
 */
export function answersTo(typed: string, find: ListForHelp['find']): SearchAnswer[] {
  const id = cleanCertificateId(typed)
  if (isWrittenAsId(id)) return [{ kind: 'certificate', id, typed }]
  const asTyped = wordsIn(typed.slice(0, lettersLookedAt)).slice(0, wordsLookedAt)
  const words = asTyped.map(compared)
  const answers: SearchAnswer[] = []
  const left: string[] = []
  for (let at = 0; at < words.length;) {
    const lengths = Array.from({ length: longestAlias }, (_, index) => longestAlias - index)
    const length = lengths.find((each) => known.has(words.slice(at, at + each).join(' '))) ?? 0
    const part = asTyped.slice(at, at + length).join(' ')
    const answer = known.get(compared(part))
    if (answer) answers.push({ ...answer, typed: part })
    else if (!fillers.has(words[at] ?? '')) left.push(asTyped[at] ?? '')
    at += Math.max(1, length)
  }
  const rest = left.join(' ')
  if (rest !== '' && rest.toLowerCase() !== typed.trim().toLowerCase()) {
    const internships = find({ text: rest })
    if (internships.length > 0)
      answers.push({ kind: 'meaning', typed: rest, name: rest, internships })
  }
  const first = find({ text: typed })
  return answers.filter((answer) => !repeats(answer, first)).slice(0, most)
}

/** With marks, which write the vowels of Hindi. */
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? []

/** In small letters, and without the dot below a Hindi letter (nukta), which most people do not type. */
const compared = (text: string) =>
  text.normalize('NFD').replaceAll('\u093C', '').normalize('NFC').toLowerCase()

const fillers = new Set(aliases.fillers)

/** Whether a search shows just these internships, or no others before them. */
function repeats(answer: SearchAnswer, results: readonly CatalogueEntry[]): boolean {
  if (!('internships' in answer)) return false
  const shown = new Set(results.slice(0, answer.internships.length))
  return answer.internships.every((internship) => shown.has(internship))
}

const withIds = (ids: readonly number[]) =>
  ids.flatMap((id) => catalogue.find((internship) => internship.id === id) ?? [])

const { meanings, nearest, domains, levels, weeks, questions } = aliases

/** By what is typed, as it is compared. */
const known = new Map<string, Meant>(
  [
    ...meanings.map(({ typed, name, ids }) =>
      meant(typed, { kind: 'meaning', name, internships: withIds(ids) }),
    ),
    ...nearest.map(({ typed, name, ids }) =>
      meant(typed, { kind: 'nearest', name, internships: withIds(ids) }),
    ),
    ...domains.map(({ typed, domain }) => meant(typed, { kind: 'domain', domain })),
    ...levels.map(({ typed, level }) => meant(typed, { kind: 'level', level: level as Level })),
    ...weeks.map(({ typed, weeks: each }) => meant(typed, { kind: 'weeks', weeks: each })),
    ...questions.map(({ typed, question }) => meant(typed, { kind: 'question', question })),
  ].flat(),
)

function meant(typed: readonly string[], answer: Meant): [string, Meant][] {
  return typed.map((each) => [compared(wordsIn(each).join(' ')), answer])
}
