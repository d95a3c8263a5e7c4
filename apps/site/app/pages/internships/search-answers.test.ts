import { expect, test } from 'vitest'
import { domains } from '@naic/admissions/forms/application-form.ts'
import { categories } from '@naic/content/categories.ts'
import { catalogue } from '@naic/content/catalogue.ts'
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import aliases from '@naic/content/search-aliases.json' with { type: 'json' }
import { type CatalogueFilter, matchingInternships, noFilter } from './matching-internships.ts'
import { nearestCategories } from './nearest-categories.ts'
import { answersTo, type SearchAnswer } from './search-answers.ts'

const find = (filter: Partial<CatalogueFilter>) =>
  matchingInternships(catalogue, { ...noFilter, ...filter })

/** Everything that somebody sees, from the top: answers, then results, else the nearest categories. */
function seen(typed: string): string[] {
  const answers = answersTo(typed, find)
  const results = matchingInternships(catalogue.slice(0, 12), { ...noFilter, text: typed })
  const nearest = answers.length + results.length === 0 ? nearestCategories(typed) : []
  return [...answers.map(told), ...results.map(({ title }) => title), ...nearest]
}

function told(answer: SearchAnswer): string {
  if (answer.kind === 'question') return answer.question
  if (answer.kind === 'domain') return `apply for ${answer.domain}`
  if (answer.kind === 'level') return `filter ${answer.level}`
  if (answer.kind === 'certificate') return `check ${answer.id}`
  if (answer.kind === 'weeks') return `filter ${answer.weeks} weeks`
  const titles = answer.internships.map(({ title }) => title).join(', ')
  return answer.kind === 'nearest' ? `no ${answer.name}, but ${titles}` : `means ${titles}`
}

const [ml, data, ai] = [
  'Machine Learning Fundamentals',
  'Data Science & Analysis',
  'Generative AI Applications',
]
const [front, back, full] = ['Frontend', 'Backend', 'Full Stack'].map(
  (end) => `${end} Web Development`,
)
const [python, java, android] = [
  'Python Programming',
  'Java Development',
  'Android App Development',
]
const [logo, ux, network] = ['Logo & Brand Design', 'UI/UX Design', 'Network Security']

test.each([
  // Found as it is typed, the likeliest first.
  ['python', python],
  ['web dev', front],
  // Short for something, or another word for it.
  ['ML', `means ${ml}, ${data}`],
  ['AI', `means ${ai}, ${ml}`],
  ['webdev', `means ${front}, ${back}, ${full}`],
  ['ui ux', `means ${ux}`],
  ['data science', data],
  ['data sciense', `means ${data}`],
  ['drawing', `means ${logo}, ${ux}`],
  ['ethical hacking', `means ${network}`],
  ['coding', `means ${python}, ${front}, ${java}, ${back}, ${full}, ${android}`],
  // Not offered: said so, with what is nearest.
  ['c++', `no C or C++, but ${java}`],
  ['DSA', `no data structures and algorithms, but ${java}, ${python}`],
  // Only the form offers them.
  ['marketing', 'apply for Digital Marketing'],
  // A filter, or a question.
  ['beginner', 'filter no experience'],
  ['4 weeks', 'filter 4 weeks'],
  ['stipend', 'Are the internships paid?'],
  ['work from home', 'Do I work from home?'],
  // In Hindi, or a whole sentence.
  ['पायथन', `means ${python}`],
  // With its dot, in one letter or two, and without.
  ['डिज़ाइन', `means ${logo}, ${ux}`],
  ['डि\u095Bाइन', `means ${logo}, ${ux}`],
  ['डिजाइन', `means ${logo}, ${ux}`],
  ['sikhna hai python', `means ${python}, ${data}`],
  ['mujhe web dev seekhna hai', `means ${front}, ${back}, ${full}`],
  ['python internship', `means ${python}, ${data}`],
  // An ID, as the site writes it or not.
  ['NAIC25A7K2M', 'check NAIC25A7K2M'],
  ['naic 26 7K3F 9QXM', 'check NAIC267K3F9QXM'],
  // Mistyped.
  ['pyhton', 'Python Programming'],
])('somebody who types "%s" sees first: %s', (typed, first) => {
  expect(seen(typed)[0]).toBe(first)
})

test('no answer repeats what the search itself shows first, and two are the most', () => {
  expect(answersTo('python', find)).toEqual([])
  expect(answersTo('full stack', find)).toEqual([])
  expect(answersTo('ml, sql, figma and excel', find).map(({ typed }) => typed)).toEqual([
    'ml',
    'sql',
  ])
  for (const typed of ['mujhe drawing pasand hai', 'I like drawing'])
    expect(seen(typed)).toEqual([`means ${logo}, ${ux}`])
  for (const typed of ['', '  ', 'sikhna hai kaise', '((', '🙂🙂🙂'])
    expect(answersTo(typed, find)).toEqual([])
})

test('every alias leads somewhere, none leads to two places, and every category can be applied for', () => {
  const { fillers, ...groups } = aliases
  const all = Object.values(groups).flatMap((entries) => entries.flatMap(({ typed }) => typed))
  expect(all.filter((typed) => fillers.includes(typed))).toEqual([])
  expect(all.filter((typed, at) => all.indexOf(typed) !== at)).toEqual([])
  const ids = [...aliases.meanings, ...aliases.nearest].flatMap((entry) => entry.ids)
  expect(ids.filter((id) => !catalogue.some((internship) => internship.id === id))).toEqual([])
  for (const { domain } of aliases.domains) {
    expect(domains).toContain(domain)
    // "It is not in this list" is said of it.
    const listed = catalogue.filter(({ title, category }) =>
      `${title} ${category}`.includes(domain),
    )
    expect(listed).toEqual([])
  }
  expect(domains).toEqual(expect.arrayContaining([...categories]))
  const asked = questions.map(({ question }) => question)
  for (const { question } of aliases.questions) expect(asked).toContain(question)
})

test('only the beginning of a very long search counts', () => {
  expect(answersTo(`${'zz '.repeat(20)}figma`, find)).toEqual([])
})
