import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { councilOnTerminal, keys } from '#test/support/council-on-terminal.ts'
import { runCouncil } from '#test/support/run-council.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
})
afterEach(() => rm(folder, { recursive: true }))

const dataDir = () => path.join(folder, 'data')
const facts = [
  '--domain',
  'Web Development',
  '--duration',
  '4 Weeks',
  '--verified-on',
  '2026-03-14',
]
const asha = ['certificates', 'issue', '--holder', 'Asha Rao', ...facts]
const onTerminal = (words: readonly string[], answer: string) =>
  councilOnTerminal(dataDir(), words, answer)

async function holders(): Promise<number> {
  const { output } = await runCouncil(dataDir(), ['certificates', 'list'])
  return [...output.matchAll(/Asha Rao|Ravi Iyer/g)].length
}

async function batch(...rows: string[]): Promise<string[]> {
  const file = path.join(folder, 'batch.csv')
  await writeFile(file, ['reference,holder,domain,duration,verified_on', ...rows, ''].join('\n'))
  return ['certificates', 'issue', '--csv', file]
}

test('whoever issues one certificate on a terminal sees what it says, and is asked', async () => {
  const refused = await onTerminal([...asha, '--email', 'asha@example.com'], `n${keys.enter}`)
  expect(refused.status).toBe(1)
  expect(refused.shown).toContain('Holder:      Asha Rao\nDomain:      Web Development\n')
  expect(refused.shown).toContain('Verified on: 2026-03-14')
  expect(refused.shown).toContain('Letter to:   asha@example.com\n')
  expect(refused.shown).toContain('Issue 1 certificate? [y/N]')
  expect(refused.shown).toContain('Nothing was issued.')
  expect(await holders()).toBe(0)

  const agreed = await onTerminal(asha, `y${keys.enter}`)
  expect(agreed.shown).toContain('Letter to:   nobody\n')
  expect(agreed.shown).toContain('1 issued, 0 issued before.')
  expect(agreed.status).toBe(0)
  expect(await holders()).toBe(1)
})

test.each([
  ['the Enter key', keys.enter],
  ['Ctrl-D', keys.ctrlD],
  ['Ctrl-C', keys.ctrlC],
  ['another word', `yeah${keys.enter}`],
])('%s is no agreement', async (_what, answer) => {
  const { status, shown } = await onTerminal(asha, answer)
  expect(shown).toContain('Nothing was issued.')
  expect(status).toBe(1)
  expect(await holders()).toBe(0)
})

test('the same once more is a question of its own', async () => {
  await runCouncil(dataDir(), asha)
  const answers = [await onTerminal(asha, keys.enter), await onTerminal(asha, `yes${keys.enter}`)]
  for (const { shown } of answers) {
    expect(shown).toMatch(/^Asha Rao: NAIC26\w{8}, issued on .+, says the same$/m)
    expect(shown).toContain('Issue 1 certificate, 1 of them once more? [y/N]')
  }
  expect(answers.map(({ status }) => status)).toEqual([1, 0])
  expect(await holders()).toBe(2)
})

test('a batch is summed up before the question, and a second time there is nothing to ask', async () => {
  const words = await batch(
    'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14',
    'R-2,Ravi Iyer,Data Science,4 Weeks,2026-03-14',
  )
  const { status, shown } = await onTerminal(words, `Y${keys.enter}`)
  expect(shown).toContain('  Data Science: 1\n  Web Development: 1\n')
  expect(shown).toContain('Issue 2 certificates? [y/N]')
  expect(shown).toContain('2 issued, 0 issued before.')
  expect(status).toBe(0)
  const again = await onTerminal(words, '')
  expect(again.shown).not.toContain('[y/N]')
  expect(again.shown).not.toContain('0/0')
  expect(again.shown).toContain('0 issued, 2 issued before.')
  expect(again.status).toBe(0)
})

test('with --yes nobody is asked, and the same once more is still refused', async () => {
  const first = await onTerminal([...asha, '--yes'], '')
  expect(first.shown).not.toContain('[y/N]')
  expect(first.status).toBe(0)
  const second = await onTerminal([...asha, '--yes'], '')
  expect(second.shown).not.toContain('[y/N]')
  expect(second.shown).toContain('Nothing was issued: ')
  expect(second.status).toBe(1)
  expect(await holders()).toBe(1)
})
