import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { sweepResumes } from '@naic/admissions/applications/sweep-resumes.ts'
import { council as typed, keys } from '@naic/test/support/council.ts'
import { filesWith } from '@naic/test/support/files-with.ts'
import { type Beside, engines, startBeside } from '@naic/test/support/privacy-engines.ts'
import { runCouncil } from '@naic/test/support/run-council.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'

const lata = {
  name: 'Lata Unmistakable',
  email: 'Lata.Unmistakable@Example.com',
  phone: '+91 91234 56789',
  message: 'Marigolds bloom in Mysuru.',
}
const otherCase = { ...lata, email: 'lata.unmistakable@example.COM' }
const traces = ['unmistakable', '91234 56789', 'Marigolds bloom']

let beside: Beside
let applications: string[]
let message: string
let ravis: string
let certificate: string
async function begin(engine: (typeof engines)[number]): Promise<void> {
  beside = await startBeside(engine)
  const { apply, write, council } = beside
  applications = [
    await apply(lata),
    await apply({ ...otherCase, domain: 'Web Development' }),
    await apply({ ...lata, year: '4th Year' }),
  ]
  const { phone: _unasked, ...answers } = otherCase
  message = await write(answers)
  ravis = await apply({ name: 'Ravi Iyer', email: 'ravi.unmist@example.com' })
  const facts = '--domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14'
  const who = ['--holder', lata.name, '--email', 'LATA.unmistakable@example.com']
  const issued = await council('certificates', 'issue', ...who, ...facts.split(' '))
  certificate = /NAIC\d\d\w+/.exec(issued.output)?.[0] ?? ''
  beside.api.services.outbox.wake()
  await beside.api.lettersOnceSent(10)
  await beside.api.letterQueueEmpty()
}

const reference = (at: number) => referenceOf(applications[at] ?? '')
async function whereIs(text: string): Promise<string[]> {
  const inRows = (await beside.allRows()).toLowerCase().includes(text.toLowerCase())
  return [...(await filesWith(beside.api.dataDir, text)), ...(inRows ? ['rows'] : [])]
}

describe('erasing a person, beside a running server', () => {
  afterEach(() => beside.close())

  test.each(engines)(
    'by an address, all of it goes from every file and row, and nobody else’s, on %s beside a server',
    async (engine) => {
      await begin(engine)
      for (const trace of traces) expect(await whereIs(trace), trace).not.toEqual([])
      const asked = ['erase', '--email', ' lata.UNMISTAKABLE@example.com ']
      const erased = await beside.council(...asked, '--yes')
      expect(erased.errors).toBe('')
      expect(erased.status).toBe(0)
      expect(erased.output).toContain(
        'Removed: 3 applications, 3 resumes, 1 message, 8 letters and 8 files in mail/.\n',
      )
      expect(erased.output).toContain(`may check it: ${certificate}. "npm run`)
      expect(erased.output.includes('PostgreSQL')).toBe(engine === 'PostgreSQL')
      for (const trace of traces) expect(await whereIs(trace), trace).toEqual([])

      expect(await beside.api.kept()).toEqual({ rows: 1, resumes: 1, staged: 0 })
      expect(await beside.api.applications()).toMatchObject([{ id: ravis }])
      expect(await readdir(path.join(beside.api.dataDir, 'mail'))).toHaveLength(2)
      const shown = await beside.council('certificates', 'show', certificate)
      expect(shown.output).toContain(lata.name)

      const journal = JSON.parse((await beside.council('journal', '--json')).output)
      const deeds = journal.filter(({ did }: { did: string }) => did === 'erase')
      const subjects = deeds.map(({ subject }: { subject: string | null }) => subject)
      expect(new Set(subjects)).toEqual(
        new Set([...[0, 1, 2].map(reference), referenceOf(message), null]),
      )
      expect(deeds.map(({ detail }: { detail: string }) => detail).toSorted()).toEqual([
        '1 letter',
        'application with resume, 2 letters',
        'application with resume, 2 letters',
        'application with resume, 2 letters',
        'message, 1 letter',
      ])

      const again = await beside.council(...asked, '--yes')
      expect(again).toMatchObject({ status: 0, errors: '' })
      expect(again.output).toContain('Nothing but certificates is held under this address.\n')
      const gone = await beside.council('erase', reference(0), '--yes')
      expect(gone).toMatchObject({ status: 1 })
      expect(gone.output).toContain('Nothing is held under this reference.\n')

      const all = await beside.council(...asked, '--with-certificates', '--yes')
      expect(all).toMatchObject({ status: 0, errors: '' })
      expect(all.output).toContain('Removed: 1 certificate.\n')
      const list = await beside.council('certificates', 'show', certificate)
      expect(list.output).toContain('erased at ')
      const nothing = await beside.council(...asked, '--yes')
      expect(nothing.output).toContain('Nothing is held under this address.\n')
      expect((await beside.council('log', 'verify')).status).toBe(0)
    },
  )

  describe('on SQLite', () => {
    beforeEach(() => begin('SQLite'))

    test('by a reference, that one goes, and what else is theirs is told and stays', async () => {
      const erased = await beside.council('erase', reference(1).toLowerCase(), '--yes')
      expect(erased.status).toBe(0)
      expect(erased.output).toContain(
        'Removed: 1 application, 1 resume, 2 letters and 2 files in mail/.\n',
      )
      const elsewhere = [reference(0), reference(2), referenceOf(message), certificate]
      const [, besides = ''] = /was not asked for: (.+)\.\n/.exec(erased.output) ?? []
      expect(new Set(besides.split(', '))).toEqual(new Set(elsewhere))
      expect(await beside.api.kept()).toEqual({ rows: 3, resumes: 3, staged: 0 })

      const facts = '--domain Data --duration Weeks --allow-unknown --verified-on 2026-03-14'
      const theirs = ['--holder', lata.name, '--reference', reference(0)]
      const issued = await beside.council('certificates', 'issue', ...theirs, ...facts.split(' '))
      const [own] = /NAIC\d\d\w+/.exec(issued.output.replaceAll(reference(0), '')) ?? []
      const withIt = await beside.council('erase', reference(0), '--with-certificates', '--yes')
      expect(withIt.errors).toBe('')
      expect(withIt.output).toContain('2 files in mail/ and 1 certificate.\n')
      expect((await beside.council('certificates', 'show', own ?? '')).output).toContain(
        'erased at',
      )
      const other = await beside.council('certificates', 'show', certificate)
      expect(other.output).toContain(lata.name)

      const ofMessage = await beside.council('erase', message, '--yes')
      expect(ofMessage.output).toContain('Removed: 1 message, 1 letter and 1 file in mail/.\n')
      expect(await beside.api.messages()).toEqual([])
      expect(await beside.api.kept()).toEqual({ rows: 2, resumes: 2, staged: 0 })
    })

    test('nothing goes where nobody says yes, and a dry run says what would', async () => {
      const dry = await beside.council(
        'erase',
        '--email',
        lata.email,
        '--with-certificates',
        '--dry-run',
      )
      expect(dry).toMatchObject({ status: 0, errors: '' })
      const references = [0, 1, 2].map(reference)
      expect(dry.output).toMatch(/^To be removed:\n- 3 applications, with 3 resumes: NAIC-/)
      for (const one of references) expect(dry.output).toContain(one)
      expect(dry.output).toContain(`- 1 certificate: ${certificate}\n`)
      expect(dry.output).toContain('- 8 letters in the outbox, sent or not\n- 8 letters in mail/\n')
      expect(dry.output.endsWith('Nothing was removed.\n')).toBe(true)
      const unasked = await beside.council('erase', '--email', lata.email)
      expect(unasked).toMatchObject({ status: 1, output: '' })
      expect(unasked.errors).toBe('Nothing was removed: nobody can be asked here. Add --yes.\n')
      const own = await beside.council('erase', '--email', 'Staff@example.org', '--yes')
      expect(own.status).toBe(1)
      expect(own.errors).toContain("the council's own")
      for (const slip of [
        ['erase'],
        ['erase', 'NAIC-0000-0000', '--email', 'a@example.com'],
        ['erase', '--email', 'lata'],
        ['erase', '--email', '-'],
      ]) {
        expect((await beside.council(...slip)).status).toBe(2)
      }
      const none = await beside.council('erase', 'lata', '--yes')
      expect(none).toMatchObject({
        status: 1,
        errors: 'lata is no reference such as NAIC-7F3K-92QD, and no id.\n',
      })
      expect(await beside.api.kept()).toEqual({ rows: 4, resumes: 4, staged: 0 })
    })

    test('an address from standard input is in no argument', async () => {
      const { api, settings } = beside
      const words = ['erase', '--email', '-', '--yes']
      const erased = await runCouncil(api.dataDir, words, settings, `${lata.email}\n`)
      expect(erased).toMatchObject({ status: 0, errors: '' })
      expect(erased.output).toContain('Removed: 3 applications, 3 resumes, 1 message')
    })

    test('with settings that lead to another folder, a resume is not said to be removed', async () => {
      const elsewhere = await mkdtemp(path.join(tmpdir(), 'naic-elsewhere-'))
      const { api, settings } = beside
      await cp(api.dataDir, elsewhere, { recursive: true })
      await rm(path.join(elsewhere, 'resumes'), { recursive: true })
      const words = ['erase', reference(0), '--yes']
      const refused = await runCouncil(elsewhere, words, settings)
      expect(refused).toMatchObject({ status: 1, output: '' })
      expect(refused.errors).toContain(`Nothing was removed: 1 resume of theirs cannot be found in`)
      expect(await beside.api.kept()).toMatchObject({ resumes: 4 })
      const shown = await beside.council('applications', 'show', reference(0))
      expect(shown.output).toContain(lata.email)

      const rest = await runCouncil(elsewhere, [...words, '--without-resume'], settings)
      expect(rest).toMatchObject({ status: 0, errors: '' })
      expect(rest.output).toContain('Removed: 1 application, 2 letters')
      await rm(elsewhere, { recursive: true })
    })

    test('killed between the rows and the files, the next run and the server’s sweep end it', async () => {
      const dying = `import fs from 'node:fs/promises'
        import { syncBuiltinESMExports } from 'node:module'
        fs.rm = () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) }
        syncBuiltinESMExports()`
      const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(dying)}`
      const words = ['erase', '--email', lata.email, '--yes']
      const { api, settings, council } = beside
      const killed = await runCouncil(api.dataDir, words, { ...settings, NODE_OPTIONS })
      expect(killed.status).toBe(null)
      expect(await api.kept()).toEqual({ rows: 1, resumes: 4, staged: 0 })
      expect(await filesWith(path.join(api.dataDir, 'mail'), lata.email)).not.toEqual([])

      const again = await council(...words)
      expect(again).toMatchObject({ status: 0, errors: '' })
      expect(again.output).toContain('Removed: 8 files in mail/.\n')
      const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
      expect(await sweepResumes(api.services.applications, later)).toEqual({ removed: 3, left: 0 })
      for (const trace of traces) expect(await whereIs(trace), trace).toEqual([])
    })

    test('what was left behind without an application goes by its reference', async () => {
      const [id = ''] = applications
      const { database } = beside.api.services
      await database.atomic([
        database.build.deleteFrom('application').where('id', '=', id).compile(),
      ])
      const left = path.join(beside.api.dataDir, 'mail', `${id}-status-7.eml`)
      await writeFile(left, `To: somebody@example.com\r\n\r\n${lata.message}`)
      const erased = await beside.council('erase', reference(0), '--yes')
      expect(erased.status).toBe(0)
      expect(erased.output).toContain('Removed: 2 letters and 3 files in mail/.\n')
      expect((await beside.allRows()).includes(id)).toBe(false)
    })
  })
})

test('on a terminal it shows what goes and what stays, and takes a yes alone', async () => {
  beside = await startBeside('SQLite')
  const id = await beside.apply(lata)
  await beside.api.lettersOnceSent(2)
  const ask = (answer: string) =>
    typed(['erase', id], {
      environment: { DATA_DIR: beside.api.dataDir },
      terminal: { answer: answer + keys.enter },
    })
  const refused = await ask('')
  expect(refused.code).toBe(1)
  expect(refused.shown).toContain(`- 1 application, with 1 resume: ${referenceOf(id)}\n`)
  expect(refused.shown).toContain('What stays:\n- The journal')
  expect(refused.shown).toContain('Nothing was removed.')
  expect(await beside.api.kept()).toMatchObject({ rows: 1 })
  const agreed = await ask('yes')
  expect(agreed.code).toBe(0)
  expect(agreed.shown).toContain('Removed: 1 application, 1 resume, 2 letters')
  expect(await beside.api.kept()).toMatchObject({ rows: 0, resumes: 0 })
  await beside.close()
})

test('on a terminal it asks whom, so that no address is among the arguments', async () => {
  beside = await startBeside('SQLite')
  await beside.apply(lata)
  const { dataDir } = beside.api
  const shown = await typed(['person'], {
    environment: { DATA_DIR: dataDir },
    terminal: { answer: lata.email + keys.enter },
  })
  expect(shown).toMatchObject({ code: 0, shown: expect.stringContaining(lata.message) })
  const words = ['erase', '--dry-run']
  const dry = await typed(words, {
    environment: { DATA_DIR: dataDir },
    terminal: { answer: lata.email + keys.enter },
  })
  expect(dry.shown).toContain('- 1 application, with 1 resume')
  const nobody = await typed(words, {
    environment: { DATA_DIR: dataDir },
    terminal: { answer: keys.enter },
  })
  expect(nobody).toMatchObject({ code: 2, shown: expect.stringContaining('Say whom') })
  await beside.close()
})

test.each(engines)(
  'letters that wait, and one that a relay hangs on, are gone on %s',
  async (engine) => {
    const relay = await startRelay()
    let goOn = () => {}
    relay.pause = new Promise((resolve) => (goOn = resolve))
    beside = await startBeside(engine, { SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
    const id = await beside.apply(lata)
    await expect.poll(() => relay.given.length).toBe(2)
    const { database } = beside.api.services
    const late = database.build.updateTable('letter').where('id', '=', `${id}-staff`)
    await database.atomic([late.set({ last_failure: `No ${lata.email} here.` }).compile()])

    const erased = await beside.council('erase', '--email', lata.email, '--yes')
    expect(erased).toMatchObject({ status: 0, errors: '' })
    expect(erased.output).toContain(
      'A letter that the server has in hand just now may still be sent.',
    )
    goOn()
    await expect.poll(() => relay.taken.length).toBe(2)
    await beside.api.services.outbox.stop()
    for (const trace of traces) {
      expect((await beside.allRows()).toLowerCase()).not.toContain(trace.toLowerCase())
      expect(await filesWith(beside.api.dataDir, trace), trace).toEqual([])
    }
    await beside.close()
    await relay.stop()
  },
)
