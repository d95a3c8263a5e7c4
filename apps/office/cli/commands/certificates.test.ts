import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { keys, newPlace, type Place } from '@naic/test/support/council.ts'
import { filesWith } from '@naic/test/support/files-with.ts'

const ofWeb = 'Web Development,4 Weeks,2026-03-14'

let place: Place
let csv: string
let asha: string
let ravi: string
beforeEach(async () => {
  place = await newPlace({ isMade: true })
  csv = await place.csv([
    `R-1,Asha Rao,${ofWeb},asha@example.com`,
    `R-2,Ravi Iyer,${ofWeb},ravi@example.com`,
  ])
  const { stdout } = await place.council('certificates', 'issue', '--sheet', csv)
  ;[asha = '', ravi = ''] = [...stdout.matchAll(/^"R-\d",(\w+)/gm)].map(([, id = '']) => id)
})
afterEach(() => place.remove())

const certificates = (...words: string[]) => place.council('certificates', ...words)
const show = async (id: string) => (await certificates('show', id)).stdout

describe('revoking', () => {
  test('takes one of the reasons, and names them for any other', async () => {
    const answer = await certificates('revoke', 'NAIC25A7K2M', 'a', 'whim')
    expect(answer).toMatchObject({
      code: 2,
      stderr: `The reason must be "issued in error", "wrong details", "academic misconduct" or "at the request of the holder", not "a whim".\n`,
    })
  })

  test('shows whose it is, asks, and tells the holder without the reason', async () => {
    const shown = [
      `${asha}: Asha Rao, Web Development, 4 Weeks, verified on 2026-03-14`,
      'The letter that tells of it has not left, and is held back.',
      'A letter to asha@example.com says that it was withdrawn, and not why.',
    ]
    const words = ['revoke', asha.toLowerCase(), 'issued in error']
    expect((await certificates(...words)).stderr).toBe(
      'Nothing was revoked: nobody can be asked here. Add --yes.\n',
    )
    expect(await certificates(...words, '--dry-run')).toMatchObject({
      code: 0,
      stdout: [...shown, 'Nothing was revoked.', ''].join('\n'),
      stderr: '',
    })
    const agreed = await place.onTerminal(['certificates', ...words], `y${keys.enter}`)
    for (const line of [...shown, 'Revoke it? [y/N]', `${asha} is revoked.`]) {
      expect(agreed.shown).toContain(line)
    }
    expect(agreed.code).toBe(0)
    expect(await show(asha)).toMatch(/^State: +revoked at 20/m)
    const letters = await place.council('outbox', 'list', '--state', 'all', '--json')
    // Two letters of one batch are of the same time: their order is by their ids, which are drawn.
    expect(JSON.parse(letters.stdout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: `certificate-${asha}-withdrawn`, state: 'waiting' }),
        expect.objectContaining({ id: `certificate-${ravi}`, state: 'waiting' }),
        expect.objectContaining({ id: `certificate-${asha}`, state: 'held-back' }),
      ]),
    )
    const file = path.join(place.dataDir, 'naic.sqlite')
    using database = new DatabaseSync(file, { readOnly: true })
    const letter = database.prepare('SELECT body FROM letter WHERE id = ?')
    const { body } = letter.get(`certificate-${asha}-withdrawn`) ?? {}
    expect(body).toContain('Dear Asha Rao,')
    expect(body).toContain(`https://naic.example/verify/${asha}`)
    expect(body).not.toContain('issued in error')
  })

  test('tells nobody with --no-letter, and takes the reason without its quotation marks', async () => {
    const quietly = ['revoke', ravi, 'wrong', 'details', '--no-letter', '--yes']
    expect(await certificates(...quietly)).toMatchObject({
      code: 0,
      stdout: `${ravi} is revoked.\n`,
      stderr: 'The letter that tells of it is held back.\n',
    })
    expect((await place.council('outbox', 'list', '--state', 'waiting')).stdout).not.toContain(ravi)
    const { stdout } = await certificates('list', '--json')
    const of = { id: ravi, state: 'revoked: wrong details' }
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining(of))
  })
})

describe('erasing', () => {
  test('takes what is erased from every file, though a server runs, and keeps the rest', async () => {
    const beside = await startCouncilBesideServer()
    const holders = ['Unmistakable Holder', 'Another One']
    const rows = holders.map((name, at) => `S-${at},${name},${ofWeb},holder${at}@example.com`)
    const file = await place.csv(rows)
    const issued = await beside.council('certificates', 'issue', '--sheet', file)
    const [id = '', other = ''] = [...issued.stdout.matchAll(/,(NAIC\w+),/g)].map(
      ([, one = '']) => one,
    )
    await beside.sendLetters()
    const { dataDir } = beside.api
    const saidOf = (one: string) => {
      const sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'), { readOnly: true })
      const query = sqlite.prepare('SELECT said FROM credential WHERE certificate_id = ?')
      const said = String(query.get(one)?.['said'])
      sqlite.close()
      return said
    }
    const gone = [saidOf(id), 'Unmistakable', 'holder0@example.com']
    const kept = saidOf(other)
    for (const one of gone) expect(await filesWith(dataDir, one), one).not.toEqual([])
    const served = async (one: string) =>
      (await fetch(`${beside.api.url}/credentials/${one}.json`)).status
    expect(await served(id)).toBe(200)

    const erased = await beside.council('certificates', 'erase', id.toLowerCase(), '--yes')
    expect(erased).toMatchObject({ code: 0, stderr: '' })
    expect(erased.stdout).toContain(`${id} is erased.\nRemoved: what the certificate says`)
    expect(erased.stdout).toContain('Kept: its ID, its hash and its entry in the log')
    expect(erased.stdout).toContain('Backups that were made before still have it')
    // The server has read it before, and no longer answers with it.
    expect([await served(id), await served(other)]).toEqual([410, 200])
    for (const one of gone) expect(await filesWith(dataDir, one), one).toEqual([])
    expect(await filesWith(dataDir, kept)).not.toEqual([])
    expect((await beside.council('log', 'verify')).stdout).toContain(
      '1 of the certificates were erased',
    )
    await beside.close()
  })
})
