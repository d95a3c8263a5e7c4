import { expect, test } from 'vitest'
import { domains } from '@naic/admissions/forms/application-form.ts'
import { catalogue } from '@naic/content/catalogue.ts'
import questions from '@naic/content/en/faq.json' with { type: 'json' }
import aliases from '@naic/content/search-aliases.json' with { type: 'json' }
import { answersTo, matchingInternships, nearestTo, noFilter } from './catalogue-view.ts'

/** Everything that somebody sees, from the top. */
function seen(typed: string): string[] {
  const results = matchingInternships(catalogue, { ...noFilter, text: typed })
  const meant = answersTo(typed)
  const nearest = meant.length + results.length === 0 ? nearestTo(typed) : []
  const answers = [...meant, ...nearest].map(({ text, links }) =>
    `${text} ${links.map((link) => link.text).join(', ')}`
      .trim()
      .replace(/\d+ internships/, 'some'),
  )
  return [...answers, ...results.map(({ title }) => title)]
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
const design = `${logo}, ${ux}`
const forDrawing = 'Show some for those who like drawing'
const web = `${front}, ${back}, ${full}`

test.each([
  // Found as it is typed, the likeliest first.
  ['python', python],
  ['web dev', front],
  ['full stack', full],
  ['data science', data],
  // Short for something, or another word for it.
  ['ML', `ML usually means: ${ml}, ${data}`],
  ['AI', `AI usually means: ${ai}, ${ml}`],
  ['webdev', `webdev usually means: ${web}`],
  ['ui ux', `ui ux usually means: ${ux}`],
  ['datascience', `datascience usually means: ${data}`],
  ['data sciense', `data sciense usually means: ${data}`],
  ['ethical hacking', `ethical hacking usually means: ${network}`],
  ['coding', `coding usually means: ${python}, ${front}, ${java}`],
  // What somebody likes, or what is not offered, with what is nearest.
  ['drawing', forDrawing],
  ['c++', `If you like c++, see: ${java}`],
  ['DSA', `If you like DSA, see: ${python}, ${java}`],
  ['flutter', `If you like flutter, see: ${android}`],
  ['excel', `If you like excel, see: ${data}`],
  // Only the form offers them.
  [
    'marketing',
    'Not in this list, but the application form offers it: Apply for Digital Marketing',
  ],
  ['aws', 'Not in this list, but the application form offers it: Apply for Cloud Computing'],
  // A filter.
  ['beginner', 'Show some that need no experience'],
  ['no experience', 'Show some that need no experience'],
  ['4 weeks', 'Show some of 4 weeks'],
  ['1.5 months', 'Show some of 6 weeks'],
  // In Hindi, with its dot, in one letter or two, and without.
  ['पायथन', `पायथन usually means: ${python}`],
  ['पाइथॉन', `पाइथॉन usually means: ${python}`],
  ['डिज़ाइन', `डिज़ाइन usually means: ${design}`],
  ['डि\u095Bाइन', `डि\u095Bाइन usually means: ${design}`],
  ['डिजाइन', `डिजाइन usually means: ${design}`],
  ['ग्राफिक डिजाइन', `ग्राफिक डिजाइन usually means: ${design}`],
  ['ग्राफ़िक डिज़ाइन', `ग्राफ़िक डिज़ाइन usually means: ${design}`],
  ['फ़ोन', 'Show some to do with phones'],
  ['लोगो', `लोगो usually means: ${logo}`],
  ['चित्र', forDrawing],
  ['ड्राइंग', forDrawing],
  ['कला', forDrawing],
  ['मशीन', `मशीन usually means: ${ml}`],
  ['डेटा', `डेटा usually means: ${data}`],
  ['शुरुआती', 'Show some that need no experience'],
  // Within a sentence.
  ['sikhna hai python', `python usually means: ${python}, ${data}`],
  ['mujhe web dev seekhna hai', `web dev usually means: ${web}`],
  ['python internship', `python usually means: ${python}, ${data}`],
  ['mujhe drawing pasand hai', forDrawing],
  ['I like drawing', forDrawing],
  ['something with phones', 'Show some to do with phones'],
  ['मुझे गणित पसंद है', 'Show some for those who like numbers'],
  // Taught, though no card says so.
  ['docker', `docker usually means: ${back}`],
  ['pandas', `pandas usually means: ${data}`],
  ['figma', `figma usually means: ${ux}`],
  ['nmap', `nmap usually means: ${network}`],
  ['cybersecurity', `cybersecurity usually means: ${network}`],
])('somebody who types "%s" sees first: %s', (typed, first) => {
  expect(seen(typed)[0]).toBe(first)
})

test.each([
  ['stipend', 'Are the internships paid?'],
  ['work from home', 'Do I work from home?'],
  ['fee', 'Is there any fee?'],
  ['फीस', 'Is there any fee?'],
  ['laptop', 'What equipment do I need?'],
  ['certificate', 'Will I get a certificate?'],
])('"%s" is a question, and is answered: %s', (typed, question) => {
  const answer = questions.find((each) => each.question === question)?.answer
  expect(seen(typed)[0]).toBe(`${question} ${answer}`)
})

test('the ID of a certificate leads to its check, as the site writes it or not', () => {
  const check = (id: string) => [
    { text: '', links: [{ to: `/verify/${id}`, text: 'Check this certificate' }] },
  ]
  expect(answersTo('NAIC25A7K2M')).toEqual(check('NAIC25A7K2M'))
  expect(answersTo('naic 26 7K3F 9QXM')).toEqual(check('NAIC267K3F9QXM'))
})

test('no answer repeats what the search itself shows first, and two are the most', () => {
  for (const typed of ['python', 'full stack', 'data science']) expect(answersTo(typed)).toEqual([])
  const asked = answersTo('ml, ML, sql, figma and excel').map(({ text }) => text)
  expect(asked).toEqual(['ML usually means:', 'If you like sql, see:'])
  for (const typed of ['', '  ', 'sikhna hai kaise', '((', '🙂🙂🙂'])
    expect(answersTo(typed)).toEqual([])
})

const nearest = (typed: string) =>
  nearestTo(typed).flatMap(({ links }) => links.map(({ text }) => text))

test.each([
  ['pyhton', python],
  ['pyton', python],
  ['  PYTHN internship', python],
  ['desgin', 'Graphic Design'],
  ['machin lerning', 'Machine Learning'],
  ['andriod', 'Android Development'],
  ['javascrpt', 'Web Development'],
])('nothing is found for "%s", and %s is the nearest', (typed, category) => {
  expect(nearest(typed)[0]).toBe(category)
  expect(seen(typed)).toEqual([expect.stringMatching(`one of these. ${category}`)])
})

test('what is like no word has no nearest category, and what is like many has three', () => {
  for (const typed of ['', '  ', 'zz', 'astronomy qqq', '((', '🙂🙂🙂', 'zzzzzz'])
    expect(nearest(typed)).toEqual([])
  expect(nearest('development programming design security learning').length).toBe(3)
  expect(nearest(`desgin ${'zz '.repeat(50)} andriod`)).toEqual(nearest('desgin'))
})

test('no alias means two kinds of things, and what only the form offers is not in the list', () => {
  const kinds = [
    [...new Set(catalogue.flatMap((one) => [...one.aliases, ...one.alsoFor]))],
    ...questions.map(({ typed }) => typed),
    ...[aliases.levels, aliases.weeks, aliases.likes, aliases.domains].flatMap((group) =>
      Object.values(group),
    ),
  ]
  const all = kinds.flat()
  expect(all.filter((typed, at) => all.indexOf(typed) !== at)).toEqual([])
  for (const { aliases: own, alsoFor } of catalogue)
    expect(own.filter((alias) => alsoFor.includes(alias))).toEqual([])
  const listed = catalogue.map(({ title, category }) => `${title} ${category}`).join()
  for (const domain of Object.keys(aliases.domains)) {
    expect(domains).toContain(domain)
    expect(listed).not.toContain(domain)
  }
})
