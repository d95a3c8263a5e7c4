import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ended, keys, newPlace, type Place } from '@naic/test/support/council.ts'

let place: Place
let csv: string
let issued: Ended
beforeAll(async () => {
  place = await newPlace()
  csv = await place.csv([
    'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,',
    'R-2,Ravi Iyer,Data Science,4 Weeks,2026-03-14,',
  ])
  issued = await place.council('certificates', 'issue', '--csv', csv)
})
afterAll(() => place.remove())

test('a certificate is found by its ID as people write it', async () => {
  const shown = await place.council('certificates', 'show', 'naic25-a7k2m')
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/^ID: +NAIC25A7K2M$/m)
  expect(shown.stdout).toMatch(/^Address: +https:\/\/naic[.]example\/verify\/NAIC25A7K2M$/m)

  const unknown = await place.council('certificates', 'show', 'naic25-xxxxx')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toBe('There is no certificate NAIC25XXXXX.\n')
})

test('a reason that is none is answered with those that are, and nothing is revoked', async () => {
  for (const words of [['wrong'], ['a', 'whim'], []]) {
    const answer = await place.council('certificates', 'revoke', 'NAIC25A7K2M', ...words)
    expect(answer).toMatchObject({ code: 2, stdout: '' })
    expect(answer.stderr).toBe(
      `The reason must be "issued in error", "wrong details", "academic misconduct" or "at the request of the holder", not "${words.join(' ')}".\n`,
    )
  }
  expect((await place.council('certificates', 'show', 'NAIC25A7K2M')).stdout).toMatch(
    /^State: +stands$/m,
  )
})

test('a file run again says which of its certificates was revoked since', async () => {
  const id = /"R-1",(\w+)/.exec(issued.stdout)?.[1] ?? ''
  // The reason without its quotation marks is clear enough.
  const revoked = await place.council('certificates', 'revoke', id, 'wrong', 'details', '--yes')
  expect(revoked).toMatchObject({ code: 0, stdout: `${id} is revoked.\n`, stderr: '' })

  const again = await place.council('certificates', 'issue', '--csv', csv)
  expect(again.stdout).toMatch(/^"R-1",.+,revoked\r$/m)
  expect(again.stdout).toMatch(/^"R-2",.+,issued before\r$/m)
  expect(again.stderr).toBe('0 issued, 2 issued before, 1 of them revoked since.\n')
  const dry = await place.council('certificates', 'issue', '--csv', csv, '--dry-run')
  expect(dry.stderr).toContain('0 would be issued, 2 issued before, 1 of them revoked since.')
})

test('revoking shows whose it is and asks; where nobody can be asked it does nothing without --yes', async () => {
  const facts = 'Web Development,4 Weeks,2026-03-14,asha@example.com'
  const file = await place.csv([`R-3,Asha Rao,${facts}`, `R-4,Mira Sen,${facts}`])
  const { stdout } = await place.council('certificates', 'issue', '--csv', file, '--allow-repeat')
  const [asha = '', mira = ''] = [...stdout.matchAll(/^"R-[34]",(\w+),/gm)].map(([, id]) => id)
  const shown = [
    `${asha}: Asha Rao, Web Development, 4 Weeks, verified on 2026-03-14`,
    'The letter that tells of it has not left, and is held back.',
    'A letter to asha@example.com says that it was withdrawn, and not why.',
  ]
  const stands = async () =>
    (await place.council('certificates', 'show', asha)).stdout.includes('  stands\n')

  const words = ['certificates', 'revoke', asha.toLowerCase(), 'issued in error']
  const alone = await place.council(...words)
  expect(alone).toMatchObject({ code: 1, stdout: '' })
  expect(alone.stderr).toContain('Nothing was revoked: nobody can be asked here. Add --yes.')
  const dry = await place.council(...words, '--dry-run')
  expect(dry).toMatchObject({
    code: 0,
    stdout: [...shown, 'Nothing was revoked.', ''].join('\n'),
    stderr: '',
  })
  const refused = await place.onTerminal(words, `n${keys.enter}`)
  expect(refused.code).toBe(1)
  for (const line of [...shown, 'Revoke it? [y/N]', 'Nothing was revoked.']) {
    expect(refused.shown).toContain(line)
  }
  expect(await stands()).toBe(true)

  const agreed = await place.onTerminal(words, `y${keys.enter}`)
  expect(agreed.shown).toContain(`${asha} is revoked.`)
  expect(agreed.code).toBe(0)
  expect(await stands()).toBe(false)
  const letters = await place.council('outbox', 'list', '--state', 'all', '--json')
  // Two letters of one batch are of the same time: their order is by their ids, which are drawn.
  expect(JSON.parse(letters.stdout)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: `certificate-${asha}-withdrawn`, state: 'waiting' }),
      expect.objectContaining({ id: `certificate-${mira}`, state: 'waiting' }),
      expect.objectContaining({ id: `certificate-${asha}`, state: 'held-back' }),
    ]),
  )
  const letter = await place.council('outbox', 'show', `certificate-${asha}-withdrawn`)
  expect(letter.stdout).toContain('Dear Asha Rao,')
  expect(letter.stdout).toContain(`https://naic.example/verify/${asha}`)
  expect(letter.stdout).not.toContain('issued in error')

  const quietly = ['certificates', 'revoke', mira, 'wrong details', '--no-letter', '--yes']
  expect((await place.council(...quietly)).stderr).toBe(
    'The letter that tells of it is held back.\n',
  )
  expect((await place.council('outbox', 'list', '--state', 'waiting')).stdout).not.toContain(mira)
})

test('a misspelt name is corrected under the same reference, with nothing else typed again', async () => {
  const facts = ['--domain', 'Data Science', '--duration', '6 Weeks', '--verified-on', '2026-03-14']
  const first = ['--internship', '4', '--email', 'asha@example.com']
  const reference = ['--reference', 'R-9', '--holder']
  const wrong = await place.council(
    'certificates',
    'issue',
    ...reference,
    'Asha Roa',
    ...facts,
    ...first,
  )
  const id = /"R-9",(\w+)/.exec(wrong.stdout)?.[1] ?? ''
  const correct = ['certificates', 'issue', ...reference, 'Asha Rao']
  expect((await place.council(...correct)).stderr).toBe(
    `reference R-9: its certificate ${id} stands. Revoke it, then issue it again under the same reference.\n`,
  )
  await place.council('certificates', 'revoke', id, 'wrong details', '--no-letter', '--yes')

  const dry = await place.council(...correct, '--dry-run')
  for (const line of ['Asha Rao', 'Data Science', '6 Weeks', '2026-03-14', 'asha@example.com']) {
    expect(dry.stderr).toContain(` ${line}\n`)
  }
  const corrected = await place.council(...correct)
  expect(corrected).toMatchObject({ code: 0, stderr: '1 issued, 0 issued before.\n' })
  const again = await place.council('certificates', 'issue', ...reference, 'Asha Rao', ...facts)
  expect(again.stderr).toBe('0 issued, 1 issued before.\n')
  const old = await place.council('certificates', 'issue', ...reference, 'Asha Roa', ...facts)
  expect(old.stderr).toBe('0 issued, 1 issued before, 1 of them revoked since.\n')
})
