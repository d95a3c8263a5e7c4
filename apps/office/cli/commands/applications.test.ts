import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asha } from '@naic/test/support/ashas-form.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { pdf } from '@naic/test/support/resumes.ts'

let beside: CouncilBesideServer
beforeEach(async () => {
  beside = await startCouncilBesideServer()
})
afterEach(() => beside.close())

const applications = (...words: string[]) => beside.council('applications', ...words)
type Row = Record<string, string>
const fromCsv = (csv: string | Buffer): Row[] => parse(csv, { bom: true, columns: true })

test('everything of an application is there for programs, by filters that are added to one another', async () => {
  const { id, reference } = await beside.apply()
  await beside.apply({ name: 'Ravi Iyer', domain: 'Cyber Security', internship: '' })
  const asked = ['--json', '--domain', 'data science', '--college', 'cityCOLLEGE', '--today']
  const { code, stdout } = await applications('export', ...asked)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([
    {
      ...asha,
      id,
      reference,
      status: 'received',
      status_changed_at: null,
      completed_on: null,
      completed_internship: null,
      name_sent: 'Asha Rao',
      email_sent: 'asha.rao@example.com',
      tags: null,
      assignee: null,
      score: null,
      tasks_received_on: null,
      tasks_reference: null,
      fee_received_on: null,
      fee_reference: null,
      internship_title: 'Data Science & Analysis',
      notice_version: null,
      resume_name: 'cv.pdf',
      resume_type: 'application/pdf',
      resume_bytes: expect.any(Number),
      received_at: expect.stringMatching(/Z$/),
    },
  ])
})

test('refuses a value that makes no sense, and suggests the nearest', async () => {
  const notOurs = (typed: string, meant: string) =>
    `"${typed}" is not one of ours; did you mean "${meant}"?`
  for (const [words, sentence] of [
    ['--status/shortlistd', `--status ${notOurs('shortlistd', 'shortlisted')}`],
    ['--since/yesterday', '--since "yesterday" is not a day such as 31-03-2026 or 2026-03-31'],
    ['--today/--since/2026-02-02', "'--today' cannot be used with option '--since <day>'"],
    ['--domain/\u001B[2J\u202E', String.raw`--domain "\u{1b}[2J\u{202e}" is not one of ours`],
  ] as const) {
    const { code, stdout, stderr } = await applications('export', '--json', ...words.split('/'))
    expect({ code, stdout }, words).toEqual({ code: 2, stdout: '' })
    expect(stderr.split('\n')[0]).toContain(sentence)
  }
})

describe('an export', () => {
  const to = () => path.join(beside.folder, 'out', 'march')
  const run = (...words: string[]) => applications('export', '--dir', to(), ...words)
  const inResumes = (name: string) => path.join(to(), 'resumes', name)
  const resumes = async () => (await readdir(inResumes(''))).toSorted()
  const sheet = () => readFile(path.join(to(), 'applications.csv'))
  const rows = async () => fromCsv(await sheet())
  const modeOf = async (...names: string[]) => (await stat(path.join(to(), ...names))).mode & 0o777

  test('has a sheet and the resumes for their owner alone, and adds only what is missing', async () => {
    const first = await beside.apply({ name: 'आशा राव' }, pdf(3_000))
    const second = await beside.apply({ message: '=HYPERLINK("https://evil.example")\r\nx' })
    const [one, two] = [`${first.reference}.pdf`, `${second.reference}.pdf`]
    expect(await run()).toMatchObject({
      code: 0,
      stderr: `2 applications are in ${to()}: 2 resumes written, 0 there before.\n`,
    })
    expect(await resumes()).toEqual([one, two].toSorted())
    expect(await readFile(inResumes(one))).toEqual(pdf(3_000))
    expect([await modeOf(), await modeOf('resumes')]).toEqual([0o700, 0o700])
    expect([await modeOf('applications.csv'), await modeOf('resumes', one)]).toEqual([0o600, 0o600])
    const bytes = await sheet()
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(bytes.toString().split('\r\n')).toHaveLength(4)
    expect(await rows()).toMatchObject([
      { reference: second.reference, message: '\'=HYPERLINK("https://evil.example")\nx' },
      { reference: first.reference, name: 'आशा राव', resume_file: `resumes/${one}` },
    ])

    await rm(inResumes(one))
    await writeFile(inResumes(two), 'cut')
    const third = await beside.apply()
    expect((await run()).stderr).toContain('3 applications are in')
    expect(await readFile(inResumes(one))).toEqual(pdf(3_000))
    expect(await resumes()).toContain(`${third.reference}.pdf`)
    expect((await run()).stderr).toContain(': 0 resumes written, 3 there before.')
  })

  test('does not read again a resume that is there, and names one that is lost or damaged', async () => {
    const [kept, lost, damaged] = [await beside.apply(), await beside.apply(), await beside.apply()]
    await run()
    const stored = await beside.api.applications()
    const keyOf = (id: string) =>
      path.join(
        beside.api.dataDir,
        'resumes',
        stored.find((one) => one.id === id)?.resume_key ?? '',
      )
    // What is there already is not read again.
    await writeFile(keyOf(kept.id), 'x')
    expect(await run()).toMatchObject({ code: 0 })
    await rm(to(), { recursive: true })
    await writeFile(keyOf(kept.id), pdf(700))
    await rm(keyOf(lost.id))
    await writeFile(keyOf(damaged.id), pdf(650))
    const { code, stderr } = await run()
    expect(code).toBe(1)
    expect(stderr).toContain(`The resume of ${lost.reference} (${lost.id}) is missing where`)
    expect(stderr).toContain(
      `The resume of ${damaged.reference} (${damaged.id}) is not as it was sent where`,
    )
    expect(stderr).toContain('3 applications are in')
    expect(await resumes()).toEqual([`${kept.reference}.pdf`])
    expect(await rows()).toHaveLength(3)
  })

  test('leaves a folder alone that holds anything else', async () => {
    await beside.apply()
    const strange = path.join(to(), 'resumes', 'holiday.jpg')
    await mkdir(path.dirname(strange), { recursive: true })
    await writeFile(strange, 'mine')
    expect(await run()).toMatchObject({
      code: 1,
      stderr: `Nothing was exported: ${to()} holds resumes/holiday.jpg, which no export has made. Name another folder.\n`,
    })
    expect(await readdir(to())).toEqual(['resumes'])
    expect(await resumes()).toEqual(['holiday.jpg'])
  })
})
