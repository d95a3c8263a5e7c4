import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { keepFact, type KeptAsked } from '@naic/admissions/applications/keep-fact.ts'
import { todayInIndia } from '@naic/platform/sheets/indian-day.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'

const cv = pdf(900)
const lata = { name: 'Lata <b>Rao</b>', email: 'Lata@Example.com', message: 'I like\n<marigolds>.' }

describe('what is held about a person, beside a running server', () => {
  let beside: CouncilBesideServer
  let folder: string
  let sent: { id: string; reference: string }[]
  let certificate: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'naic-person-'))
    beside = await startCouncilBesideServer()
    const { apply, write, council, api } = beside
    sent = [
      await apply(lata, cv),
      await apply({ ...lata, domain: 'Web Development', email: 'lata@example.com' }, cv),
      await write({ ...lata, subject: 'About my dates' }),
    ]
    await apply({ name: 'Ravi Iyer', email: 'ravi@example.com' })
    const facts = '--domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14'
    const who = ['--holder', 'Lata Rao', '--email', 'LATA@example.com']
    const issued = await council('certificates', 'issue', ...who, ...facts.split(' '))
    certificate = /NAIC\d\d\w+/.exec(issued.stdout)?.[0] ?? ''
    const { build, atomic } = api.services.database
    const change = {
      application_id: sent[0]?.id ?? '',
      status: 'shortlisted',
      changed_at: '2026-03-14',
    }
    await atomic([
      build
        .insertInto('status_change')
        .values({
          ...change,
          number: 1,
          settles_at: '2026-03-14',
          changed_by: 'meera',
          note: 'Good portfolio',
          letter_id: null,
        })
        .compile(),
      build
        .insertInto('application_status')
        .values({ ...change, changes: 1, completed_on: '2026-03-11', internship: null })
        .compile(),
    ])
    for (const wanted of [
      { fact: 'tags', add: 'topper' },
      { fact: 'assignee', to: 'Nandini Staff' },
      { fact: 'name', to: 'Lata B. Rao' },
      { fact: 'fee', to: { on: todayInIndia(), reference: 'UTR 17' } },
    ] satisfies KeptAsked[]) {
      await keepFact(api.services.database, sent[0]?.id ?? '', wanted, { who: 'meera' })
    }
  })
  afterAll(async () => {
    await beside.close()
    await rm(folder, { recursive: true })
  })

  const inFolder = (name: string) => path.join(folder, name)

  async function unzip(file: string): Promise<Map<string, Buffer>> {
    const zip = await openPromise(file)
    const entries = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    }
    return entries
  }

  test('is shown in words, and the journal says that it was, and names nobody', async () => {
    const { code, stdout, stderr } = await beside.council('person', '--email', 'LATA@example.com')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^This is all that the National .+ holds about you under lata@example.com/,
    )
    for (const { reference } of sent) expect(stdout).toContain(reference)
    for (const words of [
      'I like\n  | <marigolds>.',
      'Good portfolio',
      certificate,
      'YOUR MESSAGES',
      'Lata B. Rao',
      'topper',
      'UTR 17',
      '11 March 2026',
    ]) {
      expect(stdout).toContain(words)
    }
    for (const other of ['Ravi', 'meera', 'Nandini']) expect(stdout).not.toContain(other)
    const journal = JSON.parse((await beside.council('journal', '--json')).stdout)
    expect(journal[0]).toMatchObject({
      did: 'person',
      subject: null,
      detail: '2 applications, 1 message, 7 letters, 1 certificate, shown',
    })
  })

  test('is written as one zip, for its owner alone, from any reference of theirs', async () => {
    const out = inFolder('lata.zip')
    const written = await beside.council('person', sent[2]?.reference ?? '', '--out', out)
    expect(written.code, written.stderr).toBe(0)
    expect((await stat(out)).mode & 0o777).toBe(0o600)
    const entries = await unzip(out)
    const resumes = sent
      .slice(0, 2)
      .map(({ id, reference }) => `resumes/${reference}-${id.slice(-4)}.pdf`)
    const letters = sent.flatMap(({ id }, at) => [
      `letters/${id}-${at < 2 ? 'applicant' : 'sender'}.eml`,
      `letters/${id}-staff.eml`,
    ])
    expect([...entries.keys()].toSorted()).toEqual(
      [
        'your-data.html',
        'your-data.json',
        `certificates/${certificate}.json`,
        `letters/certificate-${certificate}.eml`,
        ...letters,
        ...resumes,
      ].toSorted(),
    )
    for (const name of resumes) expect(sha256(entries.get(name))).toBe(sha256(cv))

    const page = String(entries.get('your-data.html'))
    expect(page).toContain('National Academic Internship Council')
    expect(page).toContain('I like\n&lt;marigolds&gt;.')
    expect(page).not.toMatch(/<b>|<script|src=|href=|Ravi|meera|Nandini/)
    const data = JSON.parse(String(entries.get('your-data.json')))
    expect(data.applications[0]).toMatchObject({
      reference: sent[0]?.reference,
      name: lata.name,
      status: 'shortlisted',
      history: [{ status: 'shortlisted', note: 'Good portfolio' }],
      kept: {
        corrected_name: 'Lata B. Rao',
        tags: ['topper'],
        fee: { reference: 'UTR 17' },
        history: [{ fact: 'tags' }, { fact: 'name', from: lata.name }, { fact: 'fee' }],
      },
    })
    expect(data.certificates).toMatchObject([{ id: certificate, state: 'stands' }])
    expect(JSON.stringify(data)).not.toMatch(/meera|Nandini/)
    const letter = await PostalMime.parse(entries.get(letters[0] ?? '') ?? '')
    expect(letter.to).toMatchObject([{ address: 'Lata@example.com' }])
    const signed = JSON.parse(String(entries.get(`certificates/${certificate}.json`)))
    expect(signed.proof).toBeDefined()
  })

  test('never takes the place of a file, unless that is asked for, and leaves no half of one', async () => {
    const out = inFolder('there.zip')
    await writeFile(out, 'Mine.')
    const words = ['person', '--email', lata.email, '--out', out]
    const refused = await beside.council(...words)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('is there already. Give another name, or --overwrite')
    expect(await readFile(out, 'utf8')).toBe('Mine.')
    expect((await beside.council(...words, '--overwrite')).code).toBe(0)
    expect((await unzip(out)).size).toBeGreaterThan(5)
    const nowhere = await beside.council('person', '--email', lata.email, '--out', '/proc/a.zip')
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toMatch(/^\/proc\/a\.zip cannot be written \(\w+.+\)\.\n$/)
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  test('a telephone lists what has it, however it is written, and shows no more', async () => {
    for (const phone of ['9876543210', '+91-98765-43210', '(0) 98765 43210', '00919876543210']) {
      const { code, stdout, stderr } = await beside.council('person', '--phone', phone)
      expect(code, stderr).toBe(0)
      expect(stdout.trim().split('\n')).toHaveLength(1 + 3)
      for (const { reference } of sent.slice(0, 2)) expect(stdout).toContain(reference)
      expect(stdout).toContain('ravi@example.com')
      expect(stdout).not.toContain('marigolds')
      expect(stderr).toContain('person REFERENCE" shows all that has the same e-mail address')
    }
    expect((await beside.council('person', '--phone', '98765 00000')).stderr).toBe(
      'Nothing is held under this telephone.\n',
    )
    expect((await beside.council('person', '--phone', 'seven')).code).toBe(2)
  })

  test('a name lists applications and messages that have its words, also of one person alone', async () => {
    const { stdout } = await beside.council('person', '--name', 'RAO  lata')
    for (const { reference } of sent) expect(stdout).toContain(reference)
    expect(stdout).not.toContain('ravi@example.com')
    const alone = await beside.council('person', '--name', 'iyer')
    expect(alone.stdout).toMatch(/^NAIC-\S+ +Ravi Iyer +ravi@example.com .+ application$/m)
    expect((await beside.council('person', '--name', '100%')).stderr).toContain('Nothing is held')
    expect((await beside.council('person', '--name', 'iyer', '--phone', '9876543210')).code).toBe(2)
  })

  test('a name is found as the staff corrected it', async () => {
    const { api, council } = beside
    const row = (await api.applications()).find(({ email }) => email.startsWith('ravi'))
    const corrected = await council(
      'applications',
      'correct-name',
      row?.id ?? '',
      '--to',
      'Ravi Aiyar',
    )
    expect(corrected.code, corrected.stderr).toBe(0)
    for (const name of ['aiyar', 'iyer']) {
      expect((await council('person', '--name', name)).stdout).toContain('Ravi Aiyar')
    }
  })

  test('is nothing for an unused address', async () => {
    const nothing = await beside.council('person', '--email', 'nobody@example.com')
    expect(nothing).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Nothing is held under this address.\n',
    })
    const unknown = await beside.council('person', 'NAIC-0000-0000')
    expect(unknown).toMatchObject({ code: 1, stderr: 'Nothing is held under this reference.\n' })
  })

  test('is written without a lost resume, and says so', async () => {
    const { api, council } = beside
    const [row] = await api.applications()
    const lost = row?.email.startsWith('ravi') ? 1 : 0
    const key = (await api.applications())[lost]?.resume_key ?? ''
    await api.services.files.remove(key)
    const out = inFolder('lost.zip')
    const written = await council('person', '--email', lata.email, '--out', out)
    expect(written.code).toBe(1)
    expect(written.stderr).toMatch(
      /Not in it, since they are not where resumes are kept: resumes\//,
    )
    expect((await unzip(out)).has('your-data.html')).toBe(true)
  })
})

const sha256 = (bytes: Uint8Array | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
