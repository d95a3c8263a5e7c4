import { afterEach, beforeEach, expect, test } from 'vitest'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { keys } from '@naic/test/support/council.ts'

let beside: CouncilBesideServer
beforeEach(async () => {
  beside = await startCouncilBesideServer()
})
afterEach(() => beside.close())

const set = (...words: string[]) => beside.council('applications', 'set-status', ...words)
const rowsOf = async (table: 'application_status' | 'status_change' | 'journal') => {
  const { read } = beside.api.services.database
  return read.selectFrom(table).selectAll().execute()
}
const expectNothingDone = async () => {
  for (const table of ['application_status', 'status_change', 'journal'] as const) {
    expect(await rowsOf(table)).toEqual([])
  }
}
test('the applicant gets the letter that was shown, and the staff see what was done', async () => {
  const { id, reference } = await beside.apply()
  const words = [reference, 'accepted', '--message', 'Welcome, Asha.\nWrite to us first.']
  const dry = await set(...words, '--dry-run')
  expect(dry).toMatchObject({ code: 0, stdout: '' })
  expect(dry.stderr).toMatch(/Nothing was done: this was a dry run[.]\n$/)
  await expectNothingDone()

  const { code, stderr } = await set(...words, '--note', 'From the fair', '--yes')
  expect(code).toBe(0)
  expect(stderr).toContain(`${reference}  Asha Rao\nStatus:     received -> accepted\n`)
  expect(stderr).toContain('Letter to:  Asha Rao <asha.rao@example.com>\n')
  expect(stderr).toContain(
    `${reference} is accepted. The letter goes out as soon as the server looks.`,
  )
  await beside.sendLetters()
  const letters = await beside.api.letters()
  const [letter, ...others] = letters.filter(({ subject }) => subject?.includes('is accepted'))
  expect(others).toEqual([])
  expect(letter?.to).toEqual([{ name: 'Asha Rao', address: 'asha.rao@example.com' }])
  expect(stderr).toContain(`Subject:    ${letter?.subject}\n`)
  const shown = stderr
    .slice(stderr.indexOf('  Dear '), stderr.lastIndexOf('\n\n'))
    .replaceAll(/^ {2}/gm, '')
  expect(letter?.text?.trim().replaceAll('\r\n', '\n')).toBe(shown)
  expect(shown).toContain(
    '\n\nWelcome, Asha.\nWrite to us first.\n\nYour internship: Data Science & Analysis\n- Unpaid\n',
  )
  expect(await rowsOf('status_change')).toMatchObject([
    { number: 1, note: 'From the fair', letter_id: `${id}-status-1` },
  ])
  const again = await set(reference, 'accepted', '--yes')
  expect(again.stderr).toMatch(/ is accepted already since .+[.] Nothing was changed[.]\n$/)
  const noted = await set(reference, '--note', 'Sends her marks on Monday')
  expect(noted.stderr).toContain(`The note on ${reference} is kept.`)
  for (const slip of [[reference], [reference, 'acepted'], []]) {
    expect((await set(...slip)).code).toBe(2)
  }
})

test('whose tasks or fee did not come is completed by nobody who has not agreed to it', async () => {
  const { reference } = await beside.apply()
  const words = ['applications', 'set-status', reference, 'completed', '--on', todayInIndia()]
  const alone = await beside.council(...words, '--yes')
  expect(alone).toMatchObject({ code: 1 })
  expect(alone.stderr).toContain('Not received: tasks and fee')
  expect(alone.stderr).toContain('add --without-receipts')
  const refused = await beside.onTerminal(words, keys.enter)
  expect(refused.shown).toContain('Complete it without what was not received? [y/N]')
  await expectNothingDone()
  for (const what of ['tasks', 'fee']) {
    await beside.council('applications', 'received', reference, what)
  }
  expect(await beside.council(...words)).toMatchObject({ code: 0 })
})
