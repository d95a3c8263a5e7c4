import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'

describe('beside a server', () => {
  let beside: CouncilBesideServer
  beforeEach(async () => {
    beside = await startCouncilBesideServer()
  })
  afterEach(() => beside.close())

  const to = () => path.join(beside.folder, 'out', 'march')
  const run = (...words: string[]) =>
    beside.council('applications', 'export', '--dir', to(), ...words)
  const resumes = async () => (await readdir(path.join(to(), 'resumes'))).toSorted()
  const sheet = () => readFile(path.join(to(), 'applications.csv'))
  const rows = async () =>
    parse(await sheet(), { columns: true, bom: true }) as Record<string, string>[]
  const modeOf = async (...names: string[]) => (await stat(path.join(to(), ...names))).mode & 0o777

  test('of no application there is an empty sheet', async () => {
    expect(await run()).toMatchObject({ code: 0, stdout: '' })
    expect(await rows()).toEqual([])
    expect(await resumes()).toEqual([])
  })

  test('a sheet and the resumes are there for their owner alone, and again only what is missing', async () => {
    const first = await beside.apply({ name: 'आशा राव' }, pdf(3_000))
    const second = await beside.apply({ message: '=HYPERLINK("https://evil.example")\r\nx' })
    const { code, stderr } = await run()
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: `2 applications are in ${to()}: 2 resumes written, 0 there before.\n`,
    })
    expect(await resumes()).toEqual(
      [`${first.reference}.pdf`, `${second.reference}.pdf`].toSorted(),
    )
    expect(await readFile(path.join(to(), 'resumes', `${first.reference}.pdf`))).toEqual(pdf(3_000))
    expect([await modeOf(), await modeOf('resumes')]).toEqual([0o700, 0o700])
    expect(await modeOf('applications.csv')).toBe(0o600)
    expect(await modeOf('resumes', `${first.reference}.pdf`)).toBe(0o600)
    const bytes = await sheet()
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(bytes.toString().split('\r\n')).toHaveLength(4)
    expect(await rows()).toMatchObject([
      {
        reference: second.reference,
        message: '\'=HYPERLINK("https://evil.example")\nx',
      },
      {
        reference: first.reference,
        name: 'आशा राव',
        resume_file: `resumes/${first.reference}.pdf`,
      },
    ])

    await rm(path.join(to(), 'resumes', `${first.reference}.pdf`))
    await writeFile(path.join(to(), 'resumes', `${second.reference}.pdf`), 'cut')
    const third = await beside.apply()
    expect((await run()).stderr).toContain('3 applications are in')
    expect(await readFile(path.join(to(), 'resumes', `${first.reference}.pdf`))).toEqual(pdf(3_000))
    expect(await resumes()).toContain(`${third.reference}.pdf`)
    expect((await run()).stderr).toContain(': 0 resumes written, 3 there before.')
    await run('--text', 'आशा')
    expect(await rows()).toHaveLength(1)
    expect(await resumes()).toHaveLength(3)
  })

  test('a resume that is there is not read again, and one that is lost or damaged is named', async () => {
    const [kept, lost, damaged] = [await beside.apply(), await beside.apply(), await beside.apply()]
    await run()
    const stored = await beside.api.applications()
    const keyOf = (id: string) =>
      path.join(
        beside.api.dataDir,
        'resumes',
        stored.find((one) => one.id === id)?.resume_key ?? '',
      )
    await writeFile(keyOf(kept.id), 'x')
    expect(await run()).toMatchObject({ code: 0 })
    await rm(to(), { recursive: true })
    await writeFile(keyOf(kept.id), pdf(700))
    await rm(keyOf(lost.id))
    await writeFile(keyOf(damaged.id), pdf(650))
    const { code, stderr } = await run()
    expect(code).toBe(1)
    expect(stderr).toContain(
      `The resume of ${lost.reference} (${lost.id}) is missing where resumes are kept.\n`,
    )
    expect(stderr).toContain(
      `The resume of ${damaged.reference} (${damaged.id}) is not as it was sent where resumes are kept.\n`,
    )
    expect(stderr).toContain('3 applications are in')
    expect(await resumes()).toEqual([`${kept.reference}.pdf`])
    expect(await rows()).toHaveLength(3)
  })

  test('two that share a reference have files by their ids, and each type its ending', async () => {
    const types = [
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'text/html',
    ]
    const stored = types.map((resume_type, at) =>
      applicationRow({
        id:
          at < 2
            ? `00000000-000${at}-4000-8000-000000000000`
            : `1000000${at}-0000-4000-8000-000000000000`,
        resume_type,
        resume_name: '../../evil.exe',
      }),
    )
    await storeApplications(beside.api.services.database, stored)
    await run()
    expect((await rows()).map((row) => row['resume_file'])).toEqual([
      'resumes/NAIC-2000-00R0.bin',
      'resumes/NAIC-2000-00G0.docx',
      'resumes/00000000-0001-4000-8000-000000000000.doc',
      'resumes/00000000-0000-4000-8000-000000000000.pdf',
    ])
  })

  test('a folder that holds anything else is left alone', async () => {
    await beside.apply()
    for (const strange of ['notes.txt', 'resumes/holiday.jpg']) {
      await mkdir(path.join(to(), path.dirname(strange)), { recursive: true })
      await writeFile(path.join(to(), strange), 'mine')
      const { code, stderr } = await run()
      expect(code).toBe(1)
      expect(stderr).toBe(
        `Nothing was exported: ${to()} holds ${strange}, which no export has made. Name another folder.\n`,
      )
      expect(await readFile(path.join(to(), strange), 'utf8')).toBe('mine')
      expect(await readdir(to())).not.toContain('applications.csv')
      await rm(to(), { recursive: true })
    }
    await mkdir(path.dirname(to()), { recursive: true })
    await writeFile(to(), 'a file')
    const { code, stderr } = await run()
    expect(code).toBe(1)
    expect(stderr).toMatch(/cannot be written or read \(EEXIST\)/)
    await chmod(to(), 0o600)
  })
})
