import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { filesInZip } from '@naic/test/support/files-in-zip.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { openDeskServices } from './desk-services.ts'
import { type ExportProgress, prepareExport } from './make-export.ts'

describe.each(dataEngines)('on $name', (engine) => {
  const place = allTests(() => engine.prepare())
  const data = allTests(() => newDataFolder(place.settings))
  const services = allTests(async () => {
    const config = readConfig({ DATA_DIR: data.path, ...place.settings })
    const { close } = await openStorage(config)
    await close()
    return openDeskServices(config)
  })

  let college = ''
  let progress: ExportProgress
  beforeEach(() => {
    college = `College ${randomUUID()}`
  })

  const start = async (asked: Partial<Parameters<typeof prepareExport>[1]>, on = services) => {
    const query = new URLSearchParams({ college }).toString()
    const usual = { of: 'applications', query, kind: 'csv', withResumes: false } as const
    const prepared = await prepareExport(on, { ...usual, ...asked }, 'meera')
    progress = prepared.progress
    return prepared.open()
  }
  const rowsOf = async (bytes: Buffer) => {
    const table = await readTable(bytes)
    if ('mistake' in table) throw new Error(table.mistake.reason)
    return table.records.map(({ record }) => record)
  }
  const journal = async () => (await readJournal(services.database, 1))[0]

  /** @param words of its resume, which is stored; undefined for one that is not. */
  async function apply(values: Parameters<typeof applicationRow>[0], words?: string) {
    const sha256 = createHash('sha256')
      .update(words ?? '')
      .digest('hex')
    const row = applicationRow({ college, resume_sha256: sha256, ...values })
    await storeApplications(services.database, [row])
    if (words !== undefined) await store(row.resume_key, words)
    return row
  }
  async function store(key: string, words: string): Promise<void> {
    const folder = data.file('resumes')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, key), words)
  }

  const filesIn = async (zip: Readable) => filesInZip(await buffer(zip))

  test('all that match are in the sheet, more than are read at once, and the journal has how many', async () => {
    const rows = Array.from({ length: 1_000 }, () => applicationRow({ college }))
    await storeApplications(services.database, [...rows, applicationRow()])
    for (const kind of ['csv', 'xlsx'] as const) {
      const [heading, ...records] = await rowsOf(await buffer(await start({ kind })))
      expect(heading?.slice(0, 2)).toEqual(['reference', 'id'])
      const ids = records.map((record) => record[1])
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    }
    expect(progress).toMatchObject({ total: 1_000 })
    expect(await journal()).toMatchObject({
      who: 'meera',
      did: 'applications export',
      detail: '1000, as xlsx, filtered by college',
    })
  })

  test('the columns of the list are in its order, with its words', async () => {
    await apply({ name: 'Asha' })
    const sheet = await start({ columns: ['name', 'status', 'received_at'] })
    expect(await text(sheet)).toMatch(/^Name,Status,Received\r\n"Asha","received","2026-03-14/)
  })

  test('exactly the selected are in the sheet, in their order', async () => {
    const [asha, , meera] = [await apply({}), await apply({}), await apply({})]
    const bytes = await buffer(await start({ query: '', ids: [meera.id, asha.id, 'none'] }))
    const references = (await rowsOf(bytes)).map(([reference]) => reference)
    expect(references).toEqual(['reference', referenceOf(meera.id), referenceOf(asha.id)])
    expect(await journal()).toMatchObject({ detail: '3 selected, as csv' })
  })

  test('resumes are named by reference, and missing.txt says which are not in the ZIP', async () => {
    const asha = await apply({ name: 'Asha' }, 'of Asha')
    await apply({ name: 'Kabir' })
    const meera = await apply({ name: 'Meera' }, 'of Meera')
    await store(meera.resume_key, 'of somebody else')
    const files = await filesIn(await start({ withResumes: true }))
    const resume = `resumes/${referenceOf(asha.id)}.pdf`
    expect([...files.keys()]).toEqual(['applications.csv', resume, 'missing.txt'])
    expect(files.get(resume)?.toString()).toBe('of Asha')
    expect(files.get('applications.csv')?.toString()).toContain(resume)
    const lines = files.get('missing.txt')?.toString()
    expect(lines).toMatch(/Kabir\): the resume is missing/)
    expect(lines).toContain(`${referenceOf(meera.id)} (Meera): the resume is not as it was sent.`)
    expect(progress).toMatchObject({ what: 'resumes', done: 3, total: 3, missing: 2 })
  })

  test('stopped in the middle, it opens no further resume', async () => {
    const words = 'x'.repeat(300_000)
    for (let many = 0; many < 40; many += 1) await apply({}, words)
    const { files } = services
    let opened = 0
    const counted = {
      read: (key: string) => {
        opened += 1
        return files.read(key)
      },
    }
    const watched = {
      ...services,
      files: Object.assign(Object.create(files) as typeof files, counted),
    }
    const zip = await start({ withResumes: true }, watched)
    // To leave the loop ends the stream, as a connection that breaks does.
    for await (const chunk of zip) if (chunk && opened > 2) break
    await new Promise((resolve) => void setTimeout(resolve, 200))
    const then = opened
    expect(then, 'they are read only as far as somebody takes them').toBeLessThan(20)
    await new Promise((resolve) => void setTimeout(resolve, 200))
    expect(opened).toBe(then)
  })

  test('a store that does not answer ends the file, and it is not taken for whole', async () => {
    await apply({}, 'of Asha')
    const { files } = services
    const away = { read: () => Promise.reject(new Error('The store is away.')) }
    const broken = { files: Object.assign(Object.create(files) as typeof files, away) }
    const zip = await start({ withResumes: true }, { ...services, ...broken })
    await expect(buffer(zip)).rejects.toThrow('The store is away.')
  })

  test('messages and certificates go the same way', async () => {
    for (const of of ['messages', 'certificates'] as const) {
      const [heading, ...rows] = await rowsOf(await buffer(await start({ of, query: 'which=all' })))
      expect(heading).toContain('reference')
      expect(rows.length, of).toBe(progress.total)
      expect(await journal()).toMatchObject({ did: `${of} export` })
    }
  })
})
