import { afterEach, beforeEach, expect, test } from 'vitest'
import { keys, newPlace, type Place } from '@naic/test/support/council.ts'

let place: Place
beforeEach(async () => {
  place = await newPlace()
})
afterEach(() => place.remove())

const facts = [
  '--domain',
  'Web Development',
  '--duration',
  '4 Weeks',
  '--verified-on',
  '2026-03-14',
]
const asha = ['certificates', 'issue', '--holder', 'Asha Rao', ...facts]
const onTerminal = (words: readonly string[], answer: string) => place.onTerminal(words, answer)

async function holders(): Promise<number> {
  const { stdout } = await place.council('certificates', 'list')
  return [...stdout.matchAll(/Asha Rao|Ravi Iyer/g)].length
}

test('whoever issues one certificate on a terminal sees what it says, and is asked', async () => {
  const refused = await onTerminal([...asha, '--email', 'asha@example.com'], `n${keys.enter}`)
  expect(refused.code).toBe(1)
  expect(refused.shown).toContain('Holder:      Asha Rao\nDomain:      Web Development\n')
  expect(refused.shown).toContain('Verified on: 2026-03-14')
  expect(refused.shown).toContain('Letter to:   asha@example.com\n')
  expect(refused.shown).toContain('Issue 1 certificate? [y/N]')
  expect(refused.shown).toContain('Nothing was issued.')
  expect(await holders()).toBe(0)

  const agreed = await onTerminal(asha, `y${keys.enter}`)
  expect(agreed.shown).toContain('Letter to:   nobody\n')
  expect(agreed.shown).toContain('1 issued, 0 issued before.')
  expect(agreed.code).toBe(0)
  expect(await holders()).toBe(1)
})

test.each([
  ['the Enter key', keys.enter],
  ['Ctrl-D', keys.ctrlD],
  ['Ctrl-C', keys.ctrlC],
  ['another word', `yeah${keys.enter}`],
])('%s is no agreement', async (_what, answer) => {
  const { code, shown } = await onTerminal(asha, answer)
  expect(shown).toContain('Nothing was issued.')
  expect(code).toBe(1)
  expect(await holders()).toBe(0)
})

test('the same once more is a question of its own', async () => {
  await place.council(...asha)
  const answers = [await onTerminal(asha, keys.enter), await onTerminal(asha, `yes${keys.enter}`)]
  for (const { shown } of answers) {
    expect(shown).toMatch(/^Asha Rao: NAIC26\w{8}, issued on .+, says the same$/m)
    expect(shown).toContain('Issue 1 certificate, 1 of them once more? [y/N]')
  }
  expect(answers.map(({ code }) => code)).toEqual([1, 0])
  expect(await holders()).toBe(2)
})

test('a batch is summed up before the question, and a second time there is nothing to ask', async () => {
  const csv = await place.csv([
    'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,',
    'R-2,Ravi Iyer,Data Science,4 Weeks,2026-03-14,',
  ])
  const words = ['certificates', 'issue', '--csv', csv]
  const { code, shown } = await onTerminal(words, `Y${keys.enter}`)
  expect(shown).toContain('  Data Science: 1\n  Web Development: 1\n')
  expect(shown).toContain('Issue 2 certificates? [y/N]')
  expect(shown).toContain('2 issued, 0 issued before.')
  expect(code).toBe(0)
  const again = await onTerminal(words, '')
  expect(again.shown).not.toContain('[y/N]')
  expect(again.shown).not.toContain('0/0')
  expect(again.shown).toContain('0 issued, 2 issued before.')
  expect(again.code).toBe(0)
})

test('with --yes nobody is asked, and the same once more is still refused', async () => {
  const first = await onTerminal([...asha, '--yes'], '')
  expect(first.shown).not.toContain('[y/N]')
  expect(first.code).toBe(0)
  const second = await onTerminal([...asha, '--yes'], '')
  expect(second.shown).not.toContain('[y/N]')
  expect(second.shown).toContain('Nothing was issued: ')
  expect(second.code).toBe(1)
  expect(await holders()).toBe(1)
})
