import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { councilOnTerminal, keys } from '#test/support/council-on-terminal.ts'
import { runCouncil } from '#test/support/run-council.ts'

let folder: string
let csv: string
let issued: Awaited<ReturnType<typeof council>>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
  csv = path.join(folder, 'batch.csv')
  await writeFile(
    csv,
    [
      'reference,holder,domain,duration,verified_on',
      'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14',
      'R-2,Ravi Iyer,Data Science,4 Weeks,2026-03-14',
    ].join('\n'),
  )
  issued = await council('certificates', 'issue', '--csv', csv)
})
afterAll(() => rm(folder, { recursive: true }))

const council = (...words: string[]) => runCouncil(path.join(folder, 'data'), words)

test('a certificate is found by its ID as people write it', async () => {
  const shown = await council('certificates', 'show', 'naic25-a7k2m')
  expect(shown).toMatchObject({ status: 0, errors: '' })
  expect(shown.output).toContain('id\tNAIC25A7K2M\n')
  expect(shown.output).toContain('address\thttps://naic.example/verify/NAIC25A7K2M\n')

  const unknown = await council('certificates', 'show', 'naic25-xxxxx')
  expect(unknown).toMatchObject({ status: 1, output: '' })
  expect(unknown.errors).toBe('There is no certificate NAIC25XXXXX.\n')
})

test('a reason that is none is answered with those that are, and nothing is revoked', async () => {
  for (const words of [['wrong'], ['a', 'whim'], []]) {
    const answer = await council('certificates', 'revoke', 'NAIC25A7K2M', ...words)
    expect(answer).toMatchObject({ status: 2, output: '' })
    expect(answer.errors).toBe(
      `The reason must be "issued in error", "wrong details", "academic misconduct" or "at the request of the holder", not "${words.join(' ')}".\n`,
    )
  }
  expect((await council('certificates', 'show', 'NAIC25A7K2M')).output).toContain('state\tstands')
})

test('a file run again says which of its certificates was revoked since', async () => {
  const id = /"R-1",(\w+)/.exec(issued.output)?.[1] ?? ''
  // The reason without its quotation marks is clear enough.
  const revoked = await council('certificates', 'revoke', id, 'wrong', 'details', '--yes')
  expect(revoked).toEqual({ status: 0, output: `${id} is revoked.\n`, errors: '' })

  const again = await council('certificates', 'issue', '--csv', csv)
  expect(again.output).toMatch(/^"R-1",.+,revoked\r$/m)
  expect(again.output).toMatch(/^"R-2",.+,issued before\r$/m)
  expect(again.errors).toBe('0 issued, 2 issued before, 1 of them revoked since.\n')
  const dry = await council('certificates', 'issue', '--csv', csv, '--dry-run')
  expect(dry.errors).toContain('0 would be issued, 2 issued before, 1 of them revoked since.')
})

test('revoking shows whose it is and asks; where nobody can be asked it does nothing without --yes', async () => {
  const facts = 'Web Development,4 Weeks,2026-03-14,asha@example.com'
  await writeFile(
    csv,
    `reference,holder,domain,duration,verified_on,email\nR-3,Asha Rao,${facts}\nR-4,Mira Sen,${facts}`,
  )
  const { output } = await council('certificates', 'issue', '--csv', csv, '--allow-repeat')
  const [asha = '', mira = ''] = [...output.matchAll(/^"R-[34]",(\w+),/gm)].map(([, id]) => id)
  const shown = [
    `${asha}: Asha Rao, Web Development, 4 Weeks, verified on 2026-03-14`,
    'The letter that tells of it has not left, and is held back.',
    'A letter to asha@example.com says that it was withdrawn, and not why.',
  ]
  const stands = async () =>
    (await council('certificates', 'show', asha)).output.includes('state\tstands')

  const words = ['certificates', 'revoke', asha.toLowerCase(), 'issued in error']
  const alone = await council(...words)
  expect(alone).toMatchObject({ status: 1, output: '' })
  expect(alone.errors).toContain('Nothing was revoked: nobody can be asked here. Add --yes.')
  const dry = await council(...words, '--dry-run')
  expect(dry).toEqual({
    status: 0,
    output: [...shown, 'Nothing was revoked.', ''].join('\n'),
    errors: '',
  })
  const data = path.join(folder, 'data')
  const refused = await councilOnTerminal(data, words, `n${keys.enter}`)
  expect(refused.status).toBe(1)
  for (const line of [...shown, 'Revoke it? [y/N]', 'Nothing was revoked.']) {
    expect(refused.shown).toContain(line)
  }
  expect(await stands()).toBe(true)

  const agreed = await councilOnTerminal(data, words, `y${keys.enter}`)
  expect(agreed.shown).toContain(`${asha} is revoked.`)
  expect(agreed.status).toBe(0)
  expect(await stands()).toBe(false)
  const letters = await council('outbox', 'list', '--state', 'all', '--json')
  // Two letters of one batch are of the same time: their order is by their ids, which are drawn.
  const told = JSON.parse(letters.output)
  expect(told).toHaveLength(3)
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: `certificate-${asha}-withdrawn`, state: 'waiting' }),
      expect.objectContaining({ id: `certificate-${mira}`, state: 'waiting' }),
      expect.objectContaining({ id: `certificate-${asha}`, state: 'held-back' }),
    ]),
  )
  const letter = await council('outbox', 'show', `certificate-${asha}-withdrawn`)
  expect(letter.output).toContain('Dear Asha Rao,')
  expect(letter.output).toContain(`https://naic.example/verify/${asha}`)
  expect(letter.output).not.toContain('issued in error')

  const quietly = ['certificates', 'revoke', mira, 'wrong details', '--no-letter', '--yes']
  expect((await council(...quietly)).errors).toBe('The letter that tells of it is held back.\n')
  expect((await council('outbox', 'list', '--state', 'waiting')).output).not.toContain(mira)
})

test('a misspelt name is corrected under the same reference, with nothing else typed again', async () => {
  const facts = ['--domain', 'Data Science', '--duration', '6 Weeks', '--verified-on', '2026-03-14']
  const first = ['--internship', '4', '--email', 'asha@example.com']
  const reference = ['--reference', 'R-9', '--holder']
  const wrong = await council('certificates', 'issue', ...reference, 'Asha Roa', ...facts, ...first)
  const id = /"R-9",(\w+)/.exec(wrong.output)?.[1] ?? ''
  const correct = ['certificates', 'issue', ...reference, 'Asha Rao']
  expect((await council(...correct)).errors).toBe(
    `reference R-9: its certificate ${id} stands. Revoke it, then issue it again under the same reference.\n`,
  )
  await council('certificates', 'revoke', id, 'wrong details', '--no-letter', '--yes')

  const dry = await council(...correct, '--dry-run')
  for (const line of ['Asha Rao', 'Data Science', '6 Weeks', '2026-03-14', 'asha@example.com']) {
    expect(dry.errors).toContain(` ${line}\n`)
  }
  const corrected = await council(...correct)
  expect(corrected).toMatchObject({ status: 0, errors: '1 issued, 0 issued before.\n' })
  const again = await council('certificates', 'issue', ...reference, 'Asha Rao', ...facts)
  expect(again.errors).toBe('0 issued, 1 issued before.\n')
  const old = await council('certificates', 'issue', ...reference, 'Asha Roa', ...facts)
  expect(old.errors).toBe('0 issued, 1 issued before, 1 of them revoked since.\n')
})
