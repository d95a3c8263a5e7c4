import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { todayInIndia } from '@naic/platform/sheets/indian-day.ts'
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
  const { build, read } = beside.api.services.database
  return read(build.selectFrom(table).selectAll().compile())
}
const expectNothingDone = async () => {
  for (const table of ['application_status', 'status_change', 'journal'] as const) {
    expect(await rowsOf(table)).toEqual([])
  }
}
/** Letters that went out with this in the subject, read as a mail program does. */
const lettersWith = async (words: string) => {
  await beside.sendLetters()
  return (await beside.api.letters()).filter(({ subject }) => subject?.includes(words))
}
const sheet = async (...lines: string[]) => {
  const csv = path.join(beside.folder, 'decided.csv')
  await writeFile(csv, lines.join('\r\n'))
  return ['--sheet', csv]
}
const sheetOf = (rows: readonly string[][]) =>
  sheet(...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')))

describe('of one application', () => {
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
    const [letter, ...others] = await lettersWith('is accepted')
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
    const csv = await sheet(
      'reference,status,completed_on',
      `${reference},completed,${todayInIndia()}`,
    )
    const many = await set(...csv, '--yes')
    expect(many.stderr).toContain(`line 2, ${reference}: tasks and fee`)
    expect(many.code).toBe(1)
    await expectNothingDone()
    for (const what of ['tasks', 'fee']) {
      await beside.council('applications', 'received', reference, what)
    }
    expect(await set(...csv)).toMatchObject({ code: 0 })
  })
})

describe('of the rows of a sheet', () => {
  test('every mistake of every line is named, and nothing is done', async () => {
    const { reference } = await beside.apply({ internship: undefined, domain: 'Web Development' })
    const other = await beside.apply()
    const heading = 'reference,status,note,message,completed_on,internship'
    const wrongValues = await sheet(
      heading,
      `${reference},acepted,,,,`,
      'R-1,declined,,,,',
      ',declined,,,,',
      `${reference},declined`,
    )
    const wrong = await set(...wrongValues, '--yes')
    expect(wrong.code).toBe(1)
    expect(wrong.stderr.split('\n').slice(0, 5)).toEqual([
      'line 2: status "acepted" is not one of ours; did you mean "accepted"?',
      'line 3: reference "R-1" is none, such as NAIC-7F3K-92QD',
      'line 4: reference is missing',
      'line 5: has 2 values where the heading has 6',
      `Nothing was changed: ${wrongValues[1]} has 4 mistake(s).`,
    ])
    const wrongThere = await sheet(
      heading,
      `${other.reference},accepted,,,,`,
      'NAIC-ZZZZ-ZZZZ,accepted,,,,',
      `${other.id},declined,,,,`,
    )
    const { code, stderr } = await set(...wrongThere, '--yes')
    expect(code).toBe(1)
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      'line 3: there is no application with the reference NAIC-ZZZZ-ZZZZ',
      'line 4: reference is that of line 2',
      `Nothing was changed: ${wrongThere[1]} has 2 mistake(s).`,
    ])
    await expectNothingDone()
    const slips = [[reference, ...wrongThere], [reference], [], [...wrongThere, '--note', 'x']]
    for (const words of slips) expect((await set(...words)).code).toBe(2)
  })

  test('all are changed after one question, and again only what is left', async () => {
    const one = await beside.apply()
    const two = await beside.apply({ name: 'Ravi Iyer' })
    const three = await beside.apply()
    const words = await sheet(
      'Reference;Status;Note;Message',
      `${one.reference};shortlisted;first;`,
      `${two.reference};Declined;;"Sorry, Ravi."`,
      `${three.reference};shortlisted;;`,
    )
    expect(await set(one.reference, 'shortlisted', '--yes')).toMatchObject({ code: 0 })

    const typed = ['applications', 'set-status', ...words]
    const { code, shown } = await beside.onTerminal(typed, `y${keys.enter}`)
    for (const line of [
      '  received -> declined: 1, letters: 1',
      '  received -> shortlisted: 1, letters: 1',
      // What is so already gets its note all the same.
      '  a note alone: 1, letters: 0',
      'One of the letters to those who are declined:\nLetter to:  Ravi Iyer <',
      '\n  Sorry, Ravi.\n',
      'Change 3, and send 2 letters? [y/N]',
      '3 changed, 0 are so already.',
    ]) {
      expect(shown).toContain(line)
    }
    expect(code).toBe(0)
    const again = await set(...words)
    expect(again).toMatchObject({ code: 0, stderr: 'Nothing to change: 3 are so already.\n' })
    expect(await lettersWith('')).toHaveLength(6 + 3)
  })

  test('a sheet of the morning takes nothing back that others decided since, and names it', async () => {
    const mine = await beside.apply()
    const theirs = await beside.apply({ name: 'Ravi Iyer' })
    const noted = await beside.apply({ name: 'Zoya Khan' })
    await set(mine.reference, 'shortlisted', '--no-letter')
    const morning: string[][] = parse((await beside.council('applications', '--csv')).stdout)
    await set(theirs.reference, 'accepted', '--no-letter')
    const note = 'Sends her marks on Monday'
    expect((await set(noted.reference, '--note', note)).stderr).toContain('is kept.')
    const declined = new Set([mine.reference, noted.reference])
    const words = await sheetOf(
      morning.map((row) => (declined.has(row[0] ?? '') ? row.with(3, 'declined') : row)),
    )
    const { code, stderr } = await set(...words, '--no-letter', '--yes')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      new RegExp(
        `^line \\d+: ${theirs.reference} is accepted since [^;]+, which this sheet does not know; it is left alone$`,
        'm',
      ),
    )
    expect(stderr).toContain('  shortlisted -> declined: 1, letters: 0\n')
    expect(stderr).toContain('2 changed, 0 are so already, 1 left alone.\n')
    const { stdout } = await beside.council('applications', '--status', 'declined', '--json')
    const references = JSON.parse(stdout).map((one: { reference: string }) => one.reference)
    expect(new Set(references)).toEqual(declined)

    // A sheet that does not say what it knew is the last word.
    const own = await sheet('Reference,Status', `${theirs.reference},shortlisted`)
    expect(await set(...own, '--no-letter', '--yes')).toMatchObject({ code: 0 })
  })

  test('an exported sheet is taken with a status changed, and no word of an applicant goes into a letter', async () => {
    const first = await beside.apply({ message: 'I have\nno words.' })
    await beside.apply({ name: 'Ravi Iyer' })
    const folder = path.join(beside.folder, 'out')
    await beside.council('applications', 'export', '--dir', folder)
    const bytes = await readFile(path.join(folder, 'applications.csv'))
    const [heading = [], ...rows]: string[][] = parse(bytes, { bom: true })
    const listed = await beside.council('applications', 'list', '--csv')
    expect(`\uFEFF${heading.slice(0, -1).join(',')}`).toBe(listed.stdout.split('\r\n')[0])
    const at = heading.indexOf('status')
    const changed = rows.map((row) =>
      row[0] === first.reference ? row.with(at, 'shortlisted') : row,
    )
    const cells = [[...heading, '', 'Remark'], ...changed.map((row) => row.concat('mine', ' '))]
    const { code, stderr } = await set(...(await sheetOf(cells)), '--yes')
    expect(stderr).toContain(
      "in it, message and internship are the applicants' own words, and are passed over.\n",
    )
    expect(stderr).toContain('1 changed, 1 is so already.')
    expect(code).toBe(0)
    const [letter] = await lettersWith('is shortlisted')
    expect(letter?.text).toContain('shortlisted')
    expect(letter?.text).not.toContain('no words')
  })
})
