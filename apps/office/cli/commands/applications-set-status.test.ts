import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { todayInIndia } from '@naic/platform/sheets/indian-day.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { keys } from '@naic/test/support/council.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'

describe('beside a server', () => {
  let relay: Awaited<ReturnType<typeof startRelay>>
  let beside: CouncilBesideServer
  beforeEach(async () => {
    relay = await startRelay()
    beside = await startCouncilBesideServer({
      SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    })
  })
  afterEach(async () => {
    await beside.close()
    await relay.stop()
  })

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
  /** Letters that the relay took with this in the subject, read as a mail program does. */
  const taken = async (words: string) => {
    const all = await Promise.all(relay.taken.map(({ message }) => PostalMime.parse(message)))
    return all.filter(({ subject }) => subject?.includes(words))
  }
  const statuses = async () =>
    (await rowsOf('application_status')).map((row) => ('status' in row ? row.status : ''))

  test('the applicant gets the letter that was shown, and the staff see what was done', async () => {
    const { id, reference } = await beside.apply()
    const words = [reference, 'accepted', '--message', 'Welcome, Asha.\nWrite to us first.']
    const dry = await set(...words, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stdout: '' })
    expect(dry.stderr).toMatch(/Nothing was done: this was a dry run[.]\n$/)
    const without = await set(...words)
    expect(without.code).toBe(1)
    expect(without.stderr).toMatch(
      /Nothing was changed: nobody can be asked here[.] Add --yes[.]\n$/,
    )
    await expectNothingDone()

    const { code, stderr } = await set(...words, '--note', 'From the fair', '--yes')
    expect(code).toBe(0)
    expect(stderr).toContain(`${reference}  Asha Rao\nStatus:     received -> accepted\n`)
    expect(stderr).toContain('Letter to:  Asha Rao <asha.rao@example.com>\n')
    expect(stderr).toContain(
      `${reference} is accepted. The letter goes out as soon as the server looks.`,
    )
    beside.api.services.outbox.wake()
    await expect.poll(() => taken('is accepted')).toHaveLength(1)
    const [letter] = await taken('is accepted')
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
      { application_id: id, number: 1, note: 'From the fair', letter_id: `${id}-status-1` },
    ])
    expect(await rowsOf('journal')).toMatchObject([
      { did: 'applications set-status', subject: reference, detail: 'accepted' },
    ])

    const again = await set(reference, 'accepted', '--yes')
    expect(again).toMatchObject({ code: 0, stdout: '' })
    expect(again.stderr).toMatch(
      /^NAIC-\S+ is accepted already since .+[.] Nothing was changed[.]\n$/,
    )
    expect(await rowsOf('status_change')).toHaveLength(1)
  })

  test('what tells nobody asks nobody', async () => {
    const { reference } = await beside.apply()
    const today = todayInIndia()
    for (const words of [['declined', '--no-letter'], ['received'], ['completed', '--on', today]]) {
      expect(await set(reference, ...words)).toMatchObject({ code: 0 })
    }
    expect(await rowsOf('status_change')).toMatchObject([
      { status: 'declined', letter_id: null },
      { status: 'received', letter_id: null },
      { status: 'completed', letter_id: null },
    ])
    expect(await rowsOf('application_status')).toMatchObject([
      { completed_on: today, internship: '4' },
    ])
    beside.api.services.outbox.wake()
    await beside.api.letterQueueEmpty()
    expect(relay.taken).toHaveLength(2)
    const issue = ['certificates', 'issue', '--from-applications', '--dry-run']
    expect((await beside.council(...issue)).stderr).toContain('1 would be issued')
  })

  test('on a terminal the letter is shown, and goes out on a yes alone', async () => {
    const { reference } = await beside.apply()
    const words = ['applications', 'set-status', reference, 'shortlisted']
    for (const answer of [keys.enter, keys.ctrlC, keys.ctrlD, `n${keys.enter}`]) {
      const { code, shown } = await beside.onTerminal(words, answer)
      expect(shown).toContain('it has been shortlisted.')
      expect(shown).toContain('Change the status, and send this letter? [y/N]')
      expect(shown).toContain('Nothing was changed.')
      expect(code).toBe(1)
    }
    await expectNothingDone()
    const { code, shown } = await beside.onTerminal(words, `y${keys.enter}`)
    expect(shown).toContain(`${reference} is shortlisted. The letter goes out`)
    expect(code).toBe(0)
    beside.api.services.outbox.wake()
    await expect.poll(() => taken('is shortlisted')).toHaveLength(1)
  })

  test('two commands at once change it once, or one after the other, and each change has its letter', async () => {
    const { reference } = await beside.apply()
    const both = await Promise.all([
      set(reference, 'accepted', '--yes'),
      set(reference, 'declined', '--yes'),
    ])
    for (const { code, stderr } of both) {
      if (code === 1)
        expect(stderr).toContain(`somebody else changed ${reference} just now. Look again.`)
    }
    const changed = both.filter(({ code }) => code === 0).length
    expect(changed).toBeGreaterThan(0)
    expect(await rowsOf('status_change')).toHaveLength(changed)
    beside.api.services.outbox.wake()
    await expect.poll(() => relay.taken.length).toBe(2 + changed)
  })

  const sheet = async (...lines: string[]) => {
    const csv = path.join(beside.folder, 'decided.csv')
    await writeFile(csv, lines.join('\r\n'))
    return ['--csv', csv]
  }

  test('a file has every mistake of every line named, and nothing is done', async () => {
    const { reference } = await beside.apply({ internship: undefined, domain: 'Web Development' })
    const other = await beside.apply()
    const wrongValues = await sheet(
      'reference,status,note,message,completed_on,internship',
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
      'reference,status,note,message,completed_on,internship',
      `${other.reference},accepted,,,,`,
      'NAIC-ZZZZ-ZZZZ,accepted,,,,',
      `${other.id},declined,,,,`,
      `${reference},completed,,Well done,2099-01-01,`,
    )
    const { code, stderr } = await set(...wrongThere, '--yes')
    expect(code).toBe(1)
    expect(stderr.split('\n').slice(0, 6)).toEqual([
      'line 3: there is no application with the reference NAIC-ZZZZ-ZZZZ',
      'line 4: reference is that of line 2',
      'line 5: completed_on is in the future',
      expect.stringContaining(
        'line 5: internship is needed, since the application does not say which of 1 (Fr',
      ),
      'line 5: message is for a letter, and none goes out; a note is for the staff',
      `Nothing was changed: ${wrongThere[1]} has 5 mistake(s).`,
    ])
    await expectNothingDone()
    expect(await set('--csv', path.join(beside.folder, 'none.csv'))).toMatchObject({ code: 1 })
    for (const words of [
      [reference, ...wrongThere],
      [reference],
      [],
      [...wrongThere, '--note', 'x'],
    ]) {
      expect(await set(...words)).toMatchObject({ code: 2 })
    }
  })

  test('a file is carried out after one question, and again only for what is left', async () => {
    const all = [
      await beside.apply(),
      await beside.apply({ name: 'Ravi Iyer' }),
      await beside.apply(),
    ]
    const [one, two, three] = all.map(({ reference }) => reference)
    const words = await sheet(
      'Reference;Status;Note;Message',
      `${one};shortlisted;first;`,
      `${two};Declined;;"Sorry, Ravi."`,
      `${three};shortlisted;;`,
    )
    const dry = await set(...words, '--dry-run')
    expect(dry.stderr).toContain('3 would be changed, 0 are so already.')
    expect((await set(...words)).stderr).toContain('Nothing was changed: nobody can be')
    await expectNothingDone()
    expect(await set(one ?? '', 'shortlisted', '--yes')).toMatchObject({ code: 0 })

    const asked = await beside.onTerminal(
      ['applications', 'set-status', ...words],
      `y${keys.enter}`,
    )
    expect(asked.shown).toContain('  received -> declined: 1, letters: 1\n')
    expect(asked.shown).toContain('  received -> shortlisted: 1, letters: 1\n')
    expect(asked.shown).toContain(
      'One of the letters to those who are declined:\nLetter to:  Ravi Iyer <',
    )
    expect(asked.shown).toContain('\n  Sorry, Ravi.\n')
    // What is so already gets its note all the same.
    expect(asked.shown).toContain('  a note alone: 1, letters: 0\n')
    expect(asked.shown).toContain('Change 3, and send 2 letters? [y/N]')
    expect(asked.shown).toContain('3 changed, 0 are so already.')
    expect(asked.code).toBe(0)
    expect((await statuses()).toSorted()).toEqual(['declined', 'shortlisted', 'shortlisted'])

    const again = await set(...words)
    expect(again).toMatchObject({ code: 0, stderr: 'Nothing to change: 3 are so already.\n' })
    beside.api.services.outbox.wake()
    await expect.poll(() => relay.taken.length).toBe(6 + 3)
  })
})
