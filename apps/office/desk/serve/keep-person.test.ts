import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { issueIn } from '@naic/test/support/issue-in.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { HeldPerson, PeopleFound, ShownErasure } from './keep-person.ts'
import { openDeskServices } from './desk-services.ts'
import { cleanFiles, eraseAsShown, exportPerson, findPeople, showErasure } from './keep-person.ts'

const lata = {
  name: 'Lata Unmistakable',
  email: 'Lata.Unmistakable@Example.com',
  phone: '+91 91234 56789',
  message: 'Marigolds bloom in Mysuru.',
}
const traces = ['unmistakable', '91234 56789', 'Marigolds bloom']
const who = 'Nandini Rao'

function planned(shown: ShownErasure) {
  if (shown.state !== 'planned') throw new Error(JSON.stringify(shown))
  return shown
}
function thePerson(found: PeopleFound): HeldPerson {
  if (found.state !== 'person') throw new Error(JSON.stringify(found))
  return found.person
}

describe.each(dataEngines)('on $name', ({ name: engine }) => {
  const beside = eachTest(() => startCouncilBesideServer({}, engine))
  const services = eachTest(() => openDeskServices(readConfig(beside.settings)))
  let sent: { id: string; reference: string }[]
  let certificate: string
  beforeEach(async () => {
    sent = [
      await beside.apply(lata),
      await beside.apply({ ...lata, domain: 'Web Development' }),
      await beside.write({ name: lata.name, email: lata.email, message: lata.message }),
    ]
    await beside.apply({ name: 'Ravi Iyer', email: 'ravi@example.com' })
    const order = { holder: lata.name, email: lata.email.toLowerCase() }
    certificate = await issueIn(beside.settings, order)
    await beside.sendLetters()
  })

  const journal = async (did: string) =>
    (await readJournal(services.database, 100)).filter((deed) => deed.did === did)

  const plan = (whom: HeldPerson['whom'], withCertificates = false) =>
    showErasure(services, { whom, withCertificates })
  const erase = (whom: HeldPerson['whom'], seal: string, withCertificates = false) =>
    eraseAsShown(services, { whom, withCertificates, seal }, who)

  test('a reference and an address lead to the person, a telephone to a list, and the journal has whose data were seen', async () => {
    for (const typed of [sent[0]?.reference ?? '', ' lata.UNMISTAKABLE@example.com ']) {
      const person = thePerson(await findPeople(services, typed, who))
      expect(person.address).toBe('lata.unmistakable@example.com')
      expect(person.sent.map(({ id }) => id).toSorted()).toEqual(
        sent.map(({ id }) => id).toSorted(),
      )
      expect(JSON.stringify(person.sections)).toContain('Marigolds bloom')
    }
    const several = await findPeople(services, '091234-56789', who)
    expect(several).toMatchObject({ state: 'candidates', candidates: [{}, {}] })
    for (const [typed, detail] of [
      ['x@', /^Type a reference/],
      ['nobody@example.com', /^Nothing is held under this address/],
      ['Staff@example.org', /of the council's own/],
      ['lata1', /no reference/],
    ] as const) {
      const found = await findPeople(services, typed, who)
      expect(found).toMatchObject({ state: 'nobody', detail: expect.stringMatching(detail) })
    }
    expect(await exportPerson(services, { email: lata.email }, who)).toHaveProperty('zip')
    // A list tells of nobody more than that there is something.
    expect(await journal('person')).toEqual([
      expect.objectContaining({ who, detail: expect.stringContaining('saved as a file') }),
      expect.objectContaining({ who, detail: expect.stringContaining('shown at the desk') }),
      expect.objectContaining({ who, detail: expect.stringContaining('shown at the desk') }),
    ])
  })

  test('is erased as it was shown, and the journal names who did it', async () => {
    const whom = { email: lata.email }
    const shown = planned(await plan(whom))
    expect(shown.goes[0]).toMatch(/^2 applications, with 2 resumes: NAIC-/)
    expect(shown.stays.join('\n')).toContain(`check it: ${certificate}.`)
    expect(await erase(whom, 'another seal')).toEqual({ state: 'changed' })
    await beside.apply({ ...lata, year: '4th Year' })
    await beside.sendLetters()
    expect(await erase(whom, shown.seal)).toEqual({ state: 'changed' })
    expect(await beside.api.kept()).toMatchObject({ rows: 4, resumes: 4 })

    const done = await erase(whom, planned(await plan(whom)).seal)
    expect(done).toMatchObject({ state: 'done', isClean: true, resumesLeft: 0 })
    expect(await beside.api.kept()).toMatchObject({ rows: 1, resumes: 1 })
    const deeds = await journal('erase')
    expect(deeds.length).toBe(5)
    expect(deeds.every((deed) => deed.who === who)).toBe(true)

    // The certificate stands until that is asked for.
    expect(await plan(whom)).toMatchObject({ state: 'nothing', canGo: true })
  })

  test('nothing goes while a resume, or a letter that is a file, is on another machine', async () => {
    const whom = { email: lata.email }
    const { dataDir } = beside.api
    const shown = planned(await plan(whom))
    for (const folder of engine === 'PostgreSQL' ? ['resumes', 'mail'] : ['resumes']) {
      const [here, away] = [path.join(dataDir, folder), path.join(beside.folder, folder)]
      await rename(here, away)
      const refused = await plan(whom)
      expect(refused).toMatchObject({
        state: 'refused',
        detail: expect.stringContaining('Nothing can be erased from here.'),
      })
      expect(await erase(whom, shown.seal)).toEqual(refused)
      expect((await beside.placesOf('unmistakable')).includes('rows')).toBe(true)
      await rm(here, { recursive: true, force: true })
      await rename(away, here)
    }
    expect(await erase(whom, shown.seal)).toMatchObject({ state: 'done' })
  })

  test.runIf(engine === 'SQLite')(
    'while somebody reads an older state of the file, something may be left, and cleaning again removes it',
    async () => {
      const file = path.join(beside.api.dataDir, 'naic.sqlite')
      const reader = new DatabaseSync(file, { readOnly: true })
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM application').get()
      const whom = { email: lata.email }
      const done = await erase(whom, planned(await plan(whom, true)).seal, true)
      expect(done).toMatchObject({ state: 'done', isClean: false })
      reader.close()
      expect(await cleanFiles(services)).toBe(true)
      for (const trace of traces) expect(await beside.placesOf(trace), trace).toEqual([])
    },
    30_000,
  )
})
