import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepFact, type KeptAsked } from '@naic/admissions/applications/keep-fact.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { council } from '@naic/test/support/council.ts'
import { issueIn } from '@naic/test/support/issue-in.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'

const lata = {
  name: 'Lata Unmistakable',
  email: 'Lata.Unmistakable@Example.com',
  phone: '+91 91234 56789',
  message: 'Marigolds bloom in Mysuru.',
}
const otherCase = { ...lata, email: 'lata.unmistakable@example.COM' }
const traces = ['unmistakable', '91234 56789', 'Marigolds bloom']

let beside: CouncilBesideServer
const erase = (...words: string[]) => beside.council('erase', ...words)
const kept = () => beside.api.kept()
const show = async (id: string) => (await beside.council('certificates', 'show', id)).stdout

describe.each(dataEngines)('on $name', ({ name: engine }) => {
  afterEach(() => beside.close())

  test('by an address, in any letter case, all of a person goes from every row and file', async () => {
    beside = await startCouncilBesideServer({}, engine)
    const theirs = [
      await beside.apply(lata),
      await beside.apply({ ...otherCase, domain: 'Web Development' }),
      await beside.apply({ ...lata, year: '4th Year' }),
    ]
    const { phone: _unasked, ...answers } = otherCase
    const message = await beside.write(answers)
    const ravi = await beside.apply({ name: 'Ravi Iyer', email: 'ravi.unmist@example.com' })
    const holder = 'L. Certified'
    const certificate = await issueIn(beside.settings, { holder, email: otherCase.email })
    await beside.sendLetters()
    for (const wanted of [
      { fact: 'tags', add: 'unmistakable' },
      { fact: 'name', to: `${lata.name} Unmistakable` },
    ] satisfies KeptAsked[]) {
      await keepFact(beside.api.services.database, theirs[0]?.id ?? '', wanted, { who: 'meera' })
    }

    for (const trace of traces) expect(await beside.placesOf(trace), trace).not.toEqual([])
    const asked = ['--email', ' lata.UNMISTAKABLE@example.com ']
    const erased = await erase(...asked, '--yes')
    expect(erased).toMatchObject({ code: 0, stderr: '' })
    expect(erased.stdout).toMatch(
      /^Removed:\n- 3 applications, with 3 resumes: .+\n- 1 message: .+\n- 8 letters in the .+\n- 8 letters in mail[/]\n/,
    )
    expect(erased.stdout).toContain(`check it: ${certificate}. They go`)
    expect(erased.stdout.includes('PostgreSQL')).toBe(engine === 'PostgreSQL')
    for (const trace of traces) expect(await beside.placesOf(trace), trace).toEqual([])
    expect(await kept()).toEqual({ rows: 1, resumes: 1, staged: 0 })
    expect(await beside.api.applications()).toMatchObject([{ id: ravi.id }])
    expect(await readdir(path.join(beside.api.dataDir, 'mail'))).toHaveLength(2)
    expect(await show(certificate)).toContain(holder)

    type Entry = { did: string; subject: string | null; detail: string }
    const journal: Entry[] = JSON.parse((await beside.council('journal', '--json')).stdout)
    const deeds = journal.filter(({ did }) => did === 'erase')
    const references = [...theirs, message].map(({ reference }) => reference)
    expect(new Set(deeds.map(({ subject }) => subject))).toEqual(new Set([...references, null]))
    expect(deeds.map(({ detail }) => detail).toSorted()).toEqual([
      '1 letter',
      ...theirs.map(() => 'application with resume, 2 letters'),
      'message, 1 letter',
    ])

    const again = await erase(...asked, '--yes')
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain('Nothing but certificates is held under this address.\n')
    const all = await erase(...asked, '--with-certificates', '--yes')
    expect(all).toMatchObject({ code: 0, stderr: '' })
    expect(all.stdout).toContain(`Removed:\n- 1 certificate: ${certificate}\n`)
    expect(await show(certificate)).toContain('erased at ')
    expect(await beside.placesOf(holder)).toEqual([])
    expect((await erase(...asked, '--yes')).stdout).toContain(
      'Nothing is held under this address.\n',
    )
    expect((await beside.council('log', 'verify')).code).toBe(0)
  })

  test('letters that wait, and one that a relay hangs on, are gone', async () => {
    const relay = await startRelay()
    let goOn = () => {}
    relay.pause = new Promise((resolve) => (goOn = resolve))
    const settings = { SMTP_URL: `smtp://127.0.0.1:${relay.port}` }
    beside = await startCouncilBesideServer(settings, engine)
    const { id } = await beside.apply(lata)
    await expect.poll(() => relay.given.length).toBe(2)
    const late = { last_failure: `No ${lata.email} here.` }
    await beside.api.services.database.write((transaction) =>
      transaction.updateTable('letter').where('id', '=', `${id}-staff`).set(late).execute(),
    )

    const erased = await erase('--email', lata.email, '--yes')
    expect(erased).toMatchObject({ code: 0, stderr: '' })
    expect(erased.stdout).toContain(
      'A letter that the server has in hand just now may still be sent.',
    )
    goOn()
    await expect.poll(() => relay.taken.length).toBe(2)
    await beside.api.services.outbox.stop()
    for (const trace of traces) expect(await beside.placesOf(trace), trace).toEqual([])
    await relay.stop()
  })
})

describe('of one who has sent an application and a message', () => {
  let one: { id: string; reference: string }
  let message: { id: string; reference: string }
  beforeEach(async () => {
    beside = await startCouncilBesideServer()
    one = await beside.apply(lata)
    message = await beside.write({ name: lata.name, email: otherCase.email })
    await beside.sendLetters()
  })
  afterEach(() => beside.close())

  test('by a reference that one goes, with its certificate if asked, and what else is theirs is named', async () => {
    const other = await beside.apply({ ...otherCase, domain: 'Web Development' })
    await beside.sendLetters()
    const { reference } = one
    const certificate = await issueIn(beside.settings, { holder: lata.name, reference })
    const erased = await erase(other.reference.toLowerCase(), '--yes')
    expect(erased.code).toBe(0)
    expect(erased.stdout).toContain(
      `Removed:\n- 1 application, with 1 resume: ${other.reference}\n- 2`,
    )
    const [, besides = ''] = /was not asked for: (.+)\.\n/.exec(erased.stdout) ?? []
    expect(new Set(besides.split(', '))).toEqual(new Set([one.reference, message.reference]))
    expect(await kept()).toEqual({ rows: 1, resumes: 1, staged: 0 })

    const withIt = await erase(one.reference, '--with-certificates', '--yes')
    expect(withIt.stdout).toContain(`- 1 certificate: ${certificate}\n`)
    expect(await show(certificate)).toContain('erased at')
    const ofMessage = await erase(message.id, '--yes')
    expect(ofMessage.stdout).toContain(`Removed:\n- 1 message: ${message.reference}\n- 2 letters`)
    expect(await beside.api.messages()).toEqual([])
  })

  test('nothing goes without --yes, and what would is said', async () => {
    const dry = await erase('--email', lata.email)
    expect(dry).toMatchObject({
      code: 1,
      stderr: 'Nothing was removed. Add --yes to have it done.\n',
    })
    expect(dry.stdout).toContain(
      `To be removed:\n- 1 application, with 1 resume: ${one.reference}\n- 1 message: ${message.reference}\n- 4 letters in the outbox, sent or not\n- 4 letters in mail/\nWhat stays:\n- The journal`,
    )
    for (const slip of [[], ['NAIC-0000-0000', '--email', 'a@example.com'], ['--email', 'lata']]) {
      expect((await erase(...slip)).code).toBe(2)
    }
    expect(await kept()).toEqual({ rows: 1, resumes: 1, staged: 0 })
  })

  test('an address comes from standard input', async () => {
    const nobody = await beside.withInput('\n', 'erase', '--email', '-')
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('takes a line') })
    const words = ['erase', '--email', '-', '--yes']
    const erased = await beside.withInput(`${lata.email}\n`, ...words)
    expect(erased).toMatchObject({ code: 0, stderr: '' })
    expect(erased.stdout).toContain('Removed:\n- 1 application')
  })

  test('with settings that lead to another folder, a resume is not said to be removed', async () => {
    const elsewhere = path.join(beside.folder, 'elsewhere')
    await cp(beside.api.dataDir, elsewhere, { recursive: true })
    await rm(path.join(elsewhere, 'resumes'), { recursive: true })
    const environment = { ...beside.settings, DATA_DIR: elsewhere }
    const words = ['erase', one.reference, '--yes']
    const refused = await council(words, { environment })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(`Nothing was removed: 1 resume of theirs cannot be found in`)
    const still = await council(['applications', 'export', '--json'], { environment })
    expect(still.stdout).toContain(lata.email)
    const rest = await council([...words, '--without-resume'], { environment })
    expect(rest).toMatchObject({ code: 0, stderr: '' })
    expect(rest.stdout).toContain('Removed:\n- 1 application, with 0 resumes')
  })
})
