import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { feeAmount, paymentPhrase, programmeFacts } from './programme-facts.ts'

test('the facts are those that the specification fixes, the fee last', () => {
  expect(programmeFacts('4 weeks')).toEqual([
    'Unpaid',
    '8-10 hours a week',
    '4 weeks',
    'Online',
    '₹105 documentation fee for internship completion and certificate issuance',
  ])
  expect(programmeFacts()).toContain('4, 6 or 8 weeks')
  expect(feeAmount).toBe(105)
})

test('how the fee is paid is said in the words of the council, and promised by nobody else', () => {
  const said = {
    feeWhen: 'Pay at the end.',
    feeHow: 'Pay by UPI.',
    feeReceipt: 'You get a receipt.',
  }
  expect(paymentPhrase(said)).toBe('Pay at the end. Pay by UPI. You get a receipt.')
  const ask = 'Please ask us when and how to pay before you pay anything.'
  expect(paymentPhrase({ feeWhen: '', feeHow: '', feeReceipt: '' })).toBe(ask)
  expect(paymentPhrase({ ...said, feeHow: '' })).toBe(`${ask} Pay at the end. You get a receipt.`)
})

const texts = readdirSync('content', { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => /\.(json|md)$/.test(name) && !/(^|\/)(certificate|verification|README)\./.test(name),
  )
  .map((name) => [name, readFileSync(`content/${name}`, 'utf8')] as const)

test('every text names the fee in one wording', () => {
  const inOtherWords = texts.flatMap(([name, text]) =>
    [...text.matchAll(/documentation fee (of|is|applies)|₹/gi)].map(([words]) => [name, words]),
  )
  expect(inOtherWords).toEqual([['programme.json', '₹']])
})

/** What the specification does not say of the council, and no text may. */
const invented =
  /\bmentor|\bcode review|\breviewer|\bfounders?\b|\bbatch(es)?\b|\bcohort of students|entrance test|real work experience|work experience/i

test('no text mentions mentors, reviews, founders or batches, which nobody promised', () => {
  const found = texts.flatMap(([name, text]) => {
    const [words] = invented.exec(text) ?? []
    return words ? [[name, words]] : []
  })
  expect(found).toEqual([])
})

test('texts spell "ID" and "email" as the forms do', () => {
  const others = texts.flatMap(([name, text]) =>
    (text.match(/\be-mails?\b|\b(an|the|own|its|certificate) id\b/gi) ?? [])
      .filter((words) => !words.endsWith(' ID'))
      .map((words) => [name, words]),
  )
  expect(others).toEqual([])
})
