import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepFact, type KeptAsked } from '@naic/admissions/applications/keep-fact.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { filesInZip } from '@naic/test/support/files-in-zip.ts'
import { decideIn } from '@naic/test/support/decide-in.ts'
import { issueIn } from '@naic/test/support/issue-in.ts'
import { allTests, newFolder } from '@naic/test/support/opened.ts'

const cv = pdf(900)
const lata = { name: 'Lata <b>Rao</b>', email: 'Lata@Example.com', message: 'I like\n<marigolds>.' }

describe('what is held about a person, beside a running server', () => {
  const folder = allTests(newFolder)
  const beside = allTests(() => startCouncilBesideServer())
  let sent: { id: string; reference: string }[]
  let certificate: string
  beforeAll(async () => {
    const { apply, write, api } = beside
    sent = [
      await apply(lata, cv),
      await apply({ ...lata, domain: 'Web Development', email: 'lata@example.com' }, cv),
      await write({ ...lata, subject: 'About my dates' }),
    ]
    await apply({ name: 'Ravi Iyer', email: 'ravi@example.com' })
    const order = { holder: 'Lata Rao', email: 'LATA@example.com' }
    certificate = await issueIn(beside.settings, order)
    await decideIn(beside.settings, {
      id: sent[0]?.id ?? '',
      to: 'shortlisted',
      withLetter: false,
      note: 'Good portfolio',
    })
    for (const wanted of [
      { fact: 'tags', add: 'topper' },
      { fact: 'assignee', to: 'Nandini Staff' },
      { fact: 'name', to: 'Lata B. Rao' },
      { fact: 'fee', to: { on: todayInIndia(), reference: 'UTR 17' } },
    ] satisfies KeptAsked[]) {
      await keepFact(api.services.database, sent[0]?.id ?? '', wanted, { who: 'meera' })
    }
  })

  const inFolder = (name: string) => folder.file(name)

  const unzip = async (file: string) => filesInZip(await readFile(file))

  test('is given to nobody who does not say where to, nor if the journal cannot have that it was', async () => {
    const run = (statement: string) =>
      beside.api.services.database.write((transaction) => sql.raw(statement).execute(transaction))
    await run("CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT raise(ABORT, 'full'); END")
    const out = inFolder('unseen.zip')
    expect(await beside.council('person', '--email', lata.email)).toMatchObject({ code: 2 })
    const nobody = await beside.council('person', '--email', 'nobody@example.com', '--out', out)
    expect(nobody).toMatchObject({ code: 1, stderr: 'Nothing is held under this address.\n' })
    const handed = beside.council('person', '--email', lata.email, '--out', out)
    await expect(handed).rejects.toThrow('full')
    await expect(stat(out)).rejects.toThrow('ENOENT')
    await run('DROP TRIGGER full')
  })

  test('is written as one zip, for its owner alone, from any reference of theirs, and the journal says so', async () => {
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
    expect(page).toMatch(/This is all that the National .+ holds about you under lata@example.com/)
    for (const words of [
      ...sent.map(({ reference }) => reference),
      'I like\n&lt;marigolds&gt;.',
      'Good portfolio',
      certificate,
      'Your messages',
      'Lata B. Rao',
      'topper',
      'UTR 17',
    ]) {
      expect(page).toContain(words)
    }
    expect(page).not.toMatch(/<b>|<script|src=|href=|Ravi|meera|Nandini/)
    const data = JSON.parse(String(entries.get('your-data.json')))
    expect(data).toMatchObject({
      application: [{ name: lata.name }, { domain: 'Web Development' }],
      status_change: [{ status: 'shortlisted', note: 'Good portfolio' }],
      application_kept: [{ name: 'Lata B. Rao', tags: '|topper|', fee_reference: 'UTR 17' }],
      kept_change: [{ fact: 'tags' }, { fact: 'name', from_value: lata.name }, { fact: 'fee' }],
      contact_message: [{ subject: 'About my dates' }],
      certificates: [{ id: certificate, state: 'stands' }],
    })
    expect(JSON.stringify(data)).not.toMatch(/Ravi|meera|Nandini|resume_key|searched/)
    const journal = JSON.parse((await beside.council('journal', '--json')).stdout)
    expect(journal[0]).toMatchObject({
      did: 'person',
      subject: null,
      detail: '2 applications, 1 message, 7 letters, 1 certificate, written to a file',
    })
    const letter = await PostalMime.parse(entries.get(letters[0] ?? '') ?? '')
    expect(letter.to).toMatchObject([{ address: 'Lata@example.com' }])
    const signed = JSON.parse(String(entries.get(`certificates/${certificate}.json`)))
    expect(signed.proof).toBeDefined()
  })

  test('a telephone or a name lists what has it, however it is written, and shows no more', async () => {
    const found = await beside.council('person', '--find', '(0) 98765 43210')
    expect(found.code).toBe(0)
    expect(found.stdout.trim().split('\n')).toHaveLength(1 + 3)
    for (const { reference } of sent.slice(0, 2)) expect(found.stdout).toContain(reference)
    expect(found.stdout).toContain('ravi@example.com')
    expect(found.stdout).not.toContain('marigolds')
    expect(found.stderr).toContain('person REFERENCE --out FILE" hands over all that has the same')
    const byName = await beside.council('person', '--find', 'RAO  lata')
    for (const { reference } of sent) expect(byName.stdout).toContain(reference)
    expect(byName.stdout).not.toContain('ravi@example.com')
  })

  test('is written without a lost resume, and says so', async () => {
    const { api, council } = beside
    const [row] = await api.applications()
    const lost = row?.email.startsWith('ravi') ? 1 : 0
    const key = (await api.applications())[lost]?.resume_key ?? ''
    await api.services.files.remove(key)
    const out = inFolder('lata.zip')
    const written = await council('person', '--email', lata.email, '--out', out, '--overwrite')
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
