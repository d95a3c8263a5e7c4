import path from 'node:path'
import { expect, test } from 'vitest'
import { newPlace } from '@naic/test/support/council.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const one = 'R-1,Asha Rao,Web Development,4 Weeks,2026-03-14,asha@example.com'
const other = 'R-2,"Iyer, Ravi",Data Science,4 Weeks,2026-03-14,'

const place = eachTest(() => newPlace({ isMade: true }))

const issue = (...words: string[]) => place.council('certificates', 'issue', ...words)
const issueRows = async (rows: readonly string[], ...words: string[]) =>
  issue('--sheet', await place.csv(rows), ...words)
type Issued = { reference: string; id: string; address: string; state: string }
const issuedBy = async (rows: readonly string[], ...words: string[]): Promise<Issued[]> =>
  JSON.parse((await issueRows(rows, '--yes', '--json', ...words)).stdout)
const certificates = async () =>
  /(\d+) certificates/.exec((await place.council('log', 'verify')).stdout)?.[1]

test('a file becomes certificates: shown, mistakes, issue, again, verify', async () => {
  const dry = await issueRows([one, other], '--json')
  expect(dry).toMatchObject({ code: 1, stderr: 'Nothing was issued. Add --yes to have it done.\n' })
  expect(JSON.parse(dry.stdout)).toMatchObject([
    { reference: 'R-1', holder: 'Asha Rao', letter_to: 'asha@example.com', internship: null },
    { reference: 'R-2', holder: 'Iyer, Ravi', letter_to: null, look_at: '' },
  ])
  const wrong = await issueRows([one, 'R-2,,,x,y,z'])
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('line 3: holder is missing')
  expect(wrong.stderr).toContain('Nothing was issued')
  const nowhere = await issue('--sheet', path.join(place.folder, 'none.csv'))
  expect(nowhere.stderr).toMatch(/^Nothing was issued: .+none.csv cannot be read [(]ENOENT[)]/)
  expect(await certificates()).toBe('14')

  const issued = await issuedBy([one, other])
  expect(issued).toMatchObject([{ reference: 'R-1' }, { reference: 'R-2', state: 'issued' }])
  const { id, address } = issued[0] ?? expect.fail()
  expect(id).toMatch(/^NAIC\d\d\w{8}$/)
  expect(address).toBe(`https://naic.example/verify/${id}`)
  const again = await issueRows([one, other])
  expect(again.stderr).toBe('0 issued, 2 issued before.\n')
  expect(again.stdout).toContain(id)
  const letters = await place.council('outbox', 'list', '--json')
  expect(JSON.parse(letters.stdout)).toHaveLength(1)

  const refused = await issueRows([one.replace('Rao', 'Rau')])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('says something') })
  const verified = await place.council('log', 'verify')
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(verified.stdout).toContain('21 entries, 2 checkpoints, 16 certificates.')
  expect((await place.council('journal')).stdout).toMatch(/certificates issue +2 issued/)
})

test('what may be a slip is named before anything is issued', async () => {
  const again = 'R-3,asha rao,Data Science,4 Weeks,2021-03-14,'
  const { stdout } = await issueRows([one, again])
  expect(stdout).toMatch(/R-1 .+the same name as reference R-3 [(]asha rao[)]$/m)
  expect(stdout).toMatch(/R-3 .+; a name all in small letters or capitals; more than a year ago$/m)
})

test('the same within a day is refused unless it is insisted on', async () => {
  await issuedBy([one])
  const renumbered = [one.replace('R-1', 'S-1'), other.replace('R-2', 'S-2')]
  for (const words of [[], ['--yes']]) {
    const { code, stderr } = await issueRows(renumbered, ...words)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Nothing was issued: 1 of 2 .+ --allow-repeat\.\n$/)
  }
  expect((await issueRows(renumbered)).stdout).toMatch(/NAIC\d\d\w{8}, issued on .+, says the same/)
  expect(await issuedBy(renumbered, '--allow-repeat')).toHaveLength(2)
})
