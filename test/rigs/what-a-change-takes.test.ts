import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkPackages } from '#support/link-packages.ts'

/**
 * What docs/changing.md says of a field, a status and a table, tried on a copy of the tree: what is
 * described needs nothing more, and what is forgotten is named by the type checker or by one test.
 */

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

class TreeCopy {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'changed-'))

  async fill(): Promise<void> {
    const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root })
    for (const file of stdout.split('\0').filter(Boolean)) {
      cpSync(path.join(root, file), path.join(this.folder, file))
    }
    for (const made of ['apps/site/.react-router', 'apps/site/app/fonts']) {
      symlinkSync(path.join(root, made), path.join(this.folder, made))
    }
    linkPackages(this.folder)
  }

  /** Puts lines before one that is in the file once. */
  insert(file: string, lines: string, before: string): void {
    const place = path.join(this.folder, file)
    const parts = readFileSync(place, 'utf8').split(before)
    expect(parts, `${file} has "${before}" once`).toHaveLength(2)
    writeFileSync(place, parts.join(`${lines}\n${before}`))
  }

  /** @returns the files in which the type checker finds a fault. */
  async wrongFiles(): Promise<string[]> {
    const { stdout } = await this.#program('node_modules/.bin/tsc', [])
    return [
      ...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map((at) => at[1] ?? '')),
    ]
  }

  /** @returns what the tests of these files print, with why some fail. */
  async tests(...files: string[]): Promise<string> {
    const projects = ['--project', 'unit', '--project', 'rigs on PostgreSQL']
    const words = ['run', ...projects, '--no-color', ...files]
    const { stdout, stderr } = await this.#program('node_modules/.bin/vitest', words)
    return stdout + stderr
  }

  /** @param script a module of the copy. @returns what it prints as JSON. */
  async printed(script: string): Promise<unknown> {
    const words = ['--input-type=module-typescript', '--eval', script]
    const { stdout, stderr } = await this.#program(process.execPath, words)
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }

  async #program(program: string, words: string[]): Promise<{ stdout: string; stderr: string }> {
    const inCopy = { cwd: this.folder, maxBuffer: 2 ** 26 }
    return run(program, words, inCopy).catch((error) => error)
  }
}

let tree: TreeCopy
beforeAll(async () => {
  tree = new TreeCopy()
  await tree.fill()
})
afterAll(() => tree.remove())

/** Added to the fields and statuses that are there. */
const aField =
  "  city: { label: 'City', rule: v.pipe(line('City', 100), showing(2, 'Which city?')) },"
const anAnswer = "  city: 'Gaya',"

describe('a field of a form, and a status', () => {
  test('are asked for by the type checker wherever they are not described', async () => {
    tree.insert(
      'packages/admissions/forms/application-form.ts',
      aField,
      "  year: { label: 'Year of Study'",
    )
    tree.insert('packages/admissions/forms/contact-form.ts', aField, '  subject: {\n')
    tree.insert(
      'packages/admissions/applications/application-status.ts',
      "  invited: { action: 'Invite to a talk', key: 'v' },",
      '  declined: {',
    )
    const asked = [
      'packages/admissions/forms/shown-fields.ts',
      'packages/admissions/applications/application-status.ts',
      'apps/office/letters/preview-letters.ts',
      'test/support/ashas-form.ts',
      'test/support/ravis-message.ts',
    ]
    expect(await tree.wrongFiles()).toEqual(expect.arrayContaining(asked))
  })

  test('need no further line of the program once they are', async () => {
    const shown = "  city: { short: 'City', kind: 'line', isSearched: true },"
    tree.insert('packages/admissions/forms/shown-fields.ts', shown, "  year: { short: 'Year'")
    tree.insert('packages/admissions/forms/shown-fields.ts', shown, "  subject: { short: 'Subject'")
    tree.insert('apps/office/letters/preview-letters.ts', anAnswer, "  year: '3rd Year'")
    tree.insert('apps/office/letters/preview-letters.ts', anAnswer, "  subject: 'An example")
    tree.insert('test/support/ashas-form.ts', anAnswer, "  year: '3rd Year'")
    tree.insert('test/support/ravis-message.ts', anAnswer, '  subject: ')
    const status = path.join(tree.folder, 'packages/admissions/applications/application-status.ts')
    const faces = "key: 'v', letter: applicationShortlisted, reaches: null, look: 'faint' }"
    writeFileSync(status, readFileSync(status, 'utf8').replace("key: 'v' }", faces))
    expect(await tree.wrongFiles()).toEqual([])
    expect(await tree.printed(everyPlace)).toEqual({
      sheets: [['City'], ['City']],
      search: 'Name, Email, Phone, College, City, LinkedIn or Message',
      letters: ['City:       Gaya', 'City:       Gaya'],
      shown: ['City', 'Gaya'],
      answered: [{ label: 'City', value: 'Gaya' }],
      status: ['invited', 'shortlisted, waitlisted, accepted, invited and declined'],
      sample: 'to an applicant whose application is set to invited',
    })
  })

  test('have what no type can ask for named by a test', async () => {
    const told = await tree.tests(
      'apps/site/app/pages/apply/apply-form.test.tsx',
      'apps/site/app/pages/contact/message-form.test.tsx',
      'packages/platform/database/described-tables.test.ts',
      'packages/admissions/applications/application-status.test.ts',
    )
    expect(told).toContain('fields without an input in apps/site/app/pages/apply/apply-form.tsx')
    expect(told).toContain(
      'fields without an input in apps/site/app/pages/contact/message-form.tsx',
    )
    expect(told).toMatch(/[+-] +"application\.city",/)
    expect(told).toMatch(/[+-] +"contact_message\.city",/)
    expect(told).toContain('× docs/staff.md says of each status what the applicant gets')
  })
})

describe('a table', () => {
  const tables = 'packages/admissions/applications/admission-tables.ts'
  const facts = "{ key: ['application_id'], growsOnly: false, rights: 'INSERT' }"
  const parcels = 'packages/platform/mail/parcel-table.ts'

  test('that lacks a fact, or is not in the schema, is named by the type checker', async () => {
    const call = `  mentor_call: describeTable({ application_id: text, held_on: text }, ${facts}),`
    tree.insert(tables, call, '  /** One row a message that was answered. */')
    writeFileSync(path.join(tree.folder, parcels), aTableOfNobody)
    expect((await tree.wrongFiles()).toSorted()).toEqual([
      tables,
      'packages/installation/council-schema.ts',
    ])
  })

  test('needs nothing more once it is described, but its migration, which a test asks for', async () => {
    const whose = "whose: { of: 'application', by: 'application_id' } }"
    const place = path.join(tree.folder, tables)
    const whole = facts.replace(' }', `, ${whose}`)
    writeFileSync(place, readFileSync(place, 'utf8').replace(facts, whole))
    rmSync(path.join(tree.folder, parcels))
    expect(await tree.wrongFiles()).toEqual([])
    const told = await tree.tests('packages/platform/database/described-tables.test.ts')
    expect(told).toMatch(/[+-] +"mentor_call\.held_on",/)
  })
})

const aTableOfNobody = `
import { describeTable, type RowsOf, text } from '#database/tables.ts'
const parcelTables = {
  parcel: describeTable({ id: text }, { key: ['id'], growsOnly: true, rights: 'INSERT', whose: 'council' }),
}
declare module '#database/tables.ts' {
  interface Tables extends RowsOf<typeof parcelTables> {}
}
`

/** Asks every place that shows an application, a message or a status what it has of the new ones. */
const everyPlace = `
import { applicationColumns } from '@naic/admissions/applications/list-applications.ts'
import { statusFrom, toldStatuses } from '@naic/admissions/applications/application-status.ts'
import { messageColumns } from '@naic/admissions/messages/messages.ts'
import { letterSamples } from '@naic/office/letters/preview-letters.ts'
import { describePerson } from '@naic/office/privacy/show-person.ts'
import { applicationFacts, searchedWords, shownOfApplication } from '@naic/admissions/forms/shown-fields.ts'
import { asha } from '@naic/test/support/ashas-form.ts'

const ofCity = (columns) => columns.filter(({ key }) => key === 'city').map(({ title }) => title)
const sampleOf = (name) => letterSamples.find((sample) => sample.name === name)
const settings = { siteUrl: 'https://naic.example', staffEmail: 'staff@naic.example' }
const lineIn = (name) => sampleOf(name).words(settings).body.match(/^City:.*$/m)[0]
const application = { ...asha, reference: 'NAIC-7F3K-92QD', received_at: '', status: 'received',
  status_since: '', history: [], resume: {}, completed_on: null, notice_version: null, kept: { tags: [], history: [] } }
const [section] = describePerson({ applications: [application], messages: [], certificates: [], letters: [] })
const { label, value } = applicationFacts(asha).find(({ field }) => field === 'city')

console.log(JSON.stringify({
  sheets: [ofCity(applicationColumns), ofCity(messageColumns)],
  search: searchedWords(shownOfApplication),
  letters: [lineIn('application-for-staff'), lineIn('message-for-staff')],
  shown: [label, value],
  answered: section.entries[0].facts.filter((fact) => fact.label === 'City'),
  status: [statusFrom('invited'), toldStatuses()],
  sample: sampleOf('application-invited').when,
}))
`
