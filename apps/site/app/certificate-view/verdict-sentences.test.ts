import { expect, test } from 'vitest'
import { AnsweringSite } from '@naic/test/support/answering-site.ts'
import { issueCertificate } from '@naic/test/support/issue-certificate.ts'
import type { Examination } from '@naic/ledger/verify/examine-certificate.ts'
import { verdictSentences } from './verdict-sentences.ts'

const site = new AnsweringSite()
const issued = await issueCertificate(site.url)

const said = (examination: Examination) => verdictSentences(examination).join(' ')

const credential = JSON.stringify(issued.credential)
const both = [credential, issued.receiptFile]

const saidOfFile = async (files: readonly string[]) => said(await site.examineFiles(files))

async function saidOffline(files: readonly string[]) {
  site.publish(issued)
  const sentences = said(await site.examineFilesOffline(files))
  site.online = true
  return sentences
}

async function saidById(answer: object) {
  site.publish(issued, answer)
  return said(await site.examine('NAIC25TEST1'))
}

test.each([
  [429, 'try again in a minute'],
  [503, 'The fault is ours'],
  ['cut off', 'no answer from this site came through'],
] as const)(
  'of a file while the register answers %s, it accuses nobody',
  async (answer, sentence) => {
    site.publish(issued, answer)
    const sentences = await saidOfFile(both)
    expect(sentences).toContain(sentence)
    expect(sentences).not.toMatch(/stolen|erased|offline/)
  },
)

test('a file without a network gets the sentence that the device is offline', async () => {
  const sentences = await saidOffline(both)
  expect(sentences).toContain('this device is offline')
  expect(sentences).not.toMatch(/stolen|erased|fault/)
  expect(await saidOffline([credential])).toContain('add the list proof (.tlog-proof) too')
})

test('an erased record gets a sentence that says so, and nothing against the holder', async () => {
  site.publish(issued, 410)
  const right = await saidOfFile(both)
  expect(right).toMatch(/erased at the holder's request.*Not withdrawn \(as of/)
  const alone = await saidOfFile([credential])
  expect(alone).toMatch(/erased at the holder's request.*says nothing against the holder/)
  expect(alone).toContain('add the list proof')
  expect(right + alone).not.toContain('stolen')
  site.answers['/log/status'] = 503
  expect(await saidOfFile(both)).toContain("erased at the holder's request")
})

test('a log that changed since this browser saw it gets a sentence with both sizes', async () => {
  await saidById(await issued.answerAt(8))
  expect(await saidById(await issued.answerAt(5))).toContain(
    'this browser saw it earlier with 8 entries, and now it has 5',
  )
  site.seen = null
  await saidById(issued.answer)
  expect(await saidById(await issued.answerAt(5, { forked: true }))).toContain('has been changed')
  site.seen = null
})

test('a status list gets a sentence if it is old or may be old, and its time', async () => {
  expect(await saidById(await issued.answerWithOldList())).toContain(
    "is not the one that the council's public list names now",
  )
  site.seen = null
  expect(await saidById({ ...issued.answer, listed: null })).toContain(
    'could not check if the list of withdrawn certificates is the newest',
  )
  // It may be an old list, so nothing is said of now.
  expect(await saidById({ ...issued.answer, listed: null })).not.toContain('Not withdrawn')
  expect(await saidById(issued.answer)).toContain('Not withdrawn (as of 2 July 2025, 3:00 pm IST)')
})

test('a receipt of another log gets a sentence that says so', async () => {
  const { inclusion } = await issued.answerAt(5, { forked: true })
  site.publish(issued, await issued.answerAt(8))
  expect(await saidOfFile([credential, inclusion.receipt])).toContain(
    'The list proof belongs to a different list',
  )
})
