import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { todayInIndia } from '@naic/platform/sheets/indian-day.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
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
  /** Letters that the relay took with this in the subject, read as a mail program does. */
  const taken = async (words: string) => {
    const all = await Promise.all(relay.taken.map(({ message }) => PostalMime.parse(message)))
    return all.filter(({ subject }) => subject?.includes(words))
  }
  const sheet = async (...lines: string[]) => {
    const csv = path.join(beside.folder, 'decided.csv')
    await writeFile(csv, lines.join('\r\n'))
    return ['--csv', csv]
  }

  test('a sheet of the morning takes nothing back that others decided since, and names it', async () => {
    const mine = await beside.apply()
    const theirs = await beside.apply({ name: 'Ravi Iyer' })
    const noted = await beside.apply({ name: 'Zoya Khan' })
    await set(mine.reference, 'shortlisted', '--no-letter')
    const morning = (await beside.council('applications', '--csv')).stdout
    await set(theirs.reference, 'accepted', '--no-letter')
    const note = 'Sends her marks on Monday'
    expect((await set(noted.reference, '--note', note)).stderr).toContain('is kept.')
    const changed = parse(morning).map((row: string[]) =>
      row[0] === mine.reference || row[0] === noted.reference ? row.with(3, 'declined') : row,
    )
    const words = await sheet(
      ...changed.map((row: string[]) => row.map((cell) => `"${cell}"`).join(',')),
    )
    const left = new RegExp(
      `^line \\d+: ${theirs.reference} is accepted since [^;]+, which this sheet does not know; it is left alone$`,
      'm',
    )
    const { code, stderr } = await set(...words, '--no-letter', '--yes')
    expect(stderr).toMatch(left)
    expect(stderr).toContain('  shortlisted -> declined: 1, letters: 0\n')
    expect(stderr).toContain('2 changed, 0 are so already, 1 left alone.\n')
    expect(code).toBe(1)
    const { stdout } = await beside.council('applications', '--json')
    const statusOf = Object.fromEntries(
      JSON.parse(stdout).map((one: Record<string, string>) => [one['reference'], one['status']]),
    )
    expect(statusOf).toEqual({
      [mine.reference]: 'declined',
      [theirs.reference]: 'accepted',
      [noted.reference]: 'declined',
    })

    // Our own sheet, which does not say what it knew, is the last word.
    const own = await sheet('Reference,Status', `${theirs.reference},shortlisted`)
    expect(await set(...own, '--no-letter', '--yes')).toMatchObject({ code: 0 })
    const lost = await sheet(
      'reference,status,status_changed_at',
      `${theirs.reference},declined,22-11-2026 15:45`,
    )
    const unread = await set(...lost, '--no-letter', '--yes')
    expect(unread).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^line 2: status_changed_at "22-11-2026 15:45" is not as an/m),
    })
    const { stdout: shown } = await beside.council('applications', 'show', noted.reference)
    expect(shown).toMatch(
      /^Changed: .+, note, by \w+\nNote: +Sends her marks on Monday\nChanged: .+, declined/m,
    )
  })

  test('our own sheet is taken with its status changed, and no word of an applicant goes into a letter', async () => {
    const first = await beside.apply({ message: 'I have\nno words.' })
    const second = await beside.apply({ internship: undefined, domain: 'Web Development' })
    await beside.apply({ name: 'Ravi Iyer' })
    const on = todayInIndia()
    const which = ['completed', '--on', on, '--internship', '1']
    expect(await set(second.reference, ...which)).toMatchObject({ code: 0 })
    const folder = path.join(beside.folder, 'out')
    await beside.council('applications', 'export', '--dir', folder)
    const exported = parse(await readFile(path.join(folder, 'applications.csv')), {
      bom: true,
    }) as string[][]
    const [heading = [], ...rows] = exported
    const listed = await beside.council('applications', 'list', '--csv')
    expect(heading.slice(0, -1).join(',')).toBe(
      listed.stdout.split('\r\n')[0]?.replace('\uFEFF', ''),
    )
    const at = heading.indexOf('status')
    const changed = rows.map((row) =>
      row[0] === first.reference ? row.with(at, 'shortlisted') : row,
    )
    const cells = [[...heading, '', 'Remark'], ...changed.map((row) => row.concat('mine', ' '))]
    const line = (row: string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
    const words = await sheet(...cells.map(line))
    const { code, stderr } = await set(...words, '--yes')
    expect(stderr).toContain(
      "in it, message and internship are the applicants' own words, and are passed over.\n",
    )
    expect(stderr).toContain('1 changed, 2 are so already.')
    expect(code).toBe(0)
    beside.api.services.outbox.wake()
    await expect.poll(() => taken('is shortlisted')).toHaveLength(1)
    expect((await taken('is shortlisted'))[0]?.text).not.toContain('no words')

    for (const [file, why] of [
      [path.join(beside.folder, 'none.csv'), 'ENOENT: no such file or directory'],
      [beside.folder, 'EISDIR: illegal operation on a directory'],
    ] as const) {
      expect(await set('--csv', file)).toMatchObject({
        code: 1,
        stderr: `The file ${file} cannot be read (${why}).\n`,
      })
    }

    const remarked = cells.map((row, number) =>
      number === 1 ? row.slice(0, -1).concat('good') : row,
    )
    const strange = await set(...(await sheet(...remarked.map(line))), '--yes')
    expect(strange.stderr).toContain(
      'line 1: This sheet may have the columns reference, status, note, message, completed_on and internship; remark is none of them.\n',
    )
  })
})
