import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { keys, newPlace, type Place } from '@naic/test/support/council.ts'

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
    const letter = await place.council('outbox', 'show', `certificate-${asha}-withdrawn`)
    expect(letter.stdout).toContain('Dear Asha Rao,')
    expect(letter.stdout).toContain(`https://naic.example/verify/${asha}`)
    expect(letter.stdout).not.toContain('issued in error')
  })

  test('tells nobody with --no-letter, and takes the reason without its quotation marks', async () => {
    const quietly = ['revoke', ravi, 'wrong', 'details', '--no-letter', '--yes']
    expect(await certificates(...quietly)).toMatchObject({
      code: 0,
      stdout: `${ravi} is revoked.\n`,
      stderr: 'The letter that tells of it is held back.\n',
    })
    expect((await place.council('outbox', 'list', '--state', 'waiting')).stdout).not.toContain(ravi)
    const found = await certificates('list', '--name', 'iyer', '--state', 'revoked', '--json')
    expect(JSON.parse(found.stdout)).toMatchObject([{ id: ravi }])
  })

  test('comes before a misspelt name is corrected under its reference, with nothing else typed again', async () => {
    const facts = '--domain/Data Science/--duration/6 Weeks/--verified-on/2026-03-14'.split('/')
    const first = ['--internship', '4', '--email', 'asha@example.com']
    const issue = (holder: string, ...more: string[]) =>
      certificates('issue', '--reference', 'R-9', '--holder', holder, ...more)
    const wrong = await issue('Asha Roa', ...facts, ...first)
    const id = /"R-9",(\w+)/.exec(wrong.stdout)?.[1] ?? ''
    expect((await issue('Asha Rao')).stderr).toBe(
      `reference R-9: its certificate ${id} stands. Revoke it, then issue it again under the same reference.\n`,
    )
    await certificates('revoke', id, 'wrong details', '--no-letter', '--yes')

    const dry = await issue('Asha Rao', '--dry-run')
    for (const line of ['Asha Rao', 'Data Science', '6 Weeks', '14 Mar 2026', 'asha@example.com']) {
      expect(dry.stderr).toContain(` ${line}\n`)
    }
    expect(await issue('Asha Rao')).toMatchObject({
      code: 0,
      stderr: '1 issued, 0 issued before.\n',
    })
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
    const keysOf = (one: string) => {
      const sqlite = new DatabaseSync(path.join(dataDir, 'naic.sqlite'), { readOnly: true })
      const query = sqlite.prepare(
        'SELECT key, digest FROM certificate_key WHERE certificate_id = ?',
      )
      const values = Object.values(query.get(one) ?? {}).map(String)
      sqlite.close()
      return values
    }
    /** Everything that is in the data folder, byte for byte. */
    const contents = async () => {
      const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
      const names = files.filter((one) => one.isFile())
      const all = names.map((one) => readFile(path.join(one.parentPath, one.name)))
      return Buffer.concat(await Promise.all(all))
    }
    const gone = [...keysOf(id), 'Unmistakable', 'holder0@example.com']
    const kept = keysOf(other)
    const before = await contents()
    for (const one of gone) expect(before.includes(one), one).toBe(true)
    expect((await fetch(`${beside.api.url}/credentials/${id}.json`)).status).toBe(200)

    const erased = await beside.council('certificates', 'erase', id.toLowerCase(), '--yes')
    expect(erased).toMatchObject({ code: 0, stderr: '' })
    expect(erased.stdout).toContain(`${id} is erased.\nRemoved: the key`)
    expect(erased.stdout).toContain('Kept: its ID, its hash and its entry in the log')
    expect(erased.stdout).toContain('Backups that were made before still have it')
    // The server has read it before, and no longer answers with it.
    expect((await fetch(`${beside.api.url}/credentials/${id}.json`)).status).toBe(410)
    const after = await contents()
    for (const one of gone) expect(after.includes(one), one).toBe(false)
    for (const one of kept) expect(after.includes(one), one).toBe(true)
    expect((await fetch(`${beside.api.url}/credentials/${other}.json`)).status).toBe(200)
    const verified = await beside.council('log', 'verify')
    expect(verified).toMatchObject({ code: 0, stderr: '' })
    expect(verified.stdout).toContain('1 of the certificates were erased')
    await beside.close()
  })
})

describe('correcting a name', () => {
  test('shows it, and does both in one step, with one letter', async () => {
    const words = ['correct', asha, '--name', 'Aasha Rao']
    const dry = await certificates(...words, '--dry-run')
    expect(dry.stdout).toBe(
      [
        `${asha}: Asha Rao, Web Development, 4 Weeks, verified on 2026-03-14`,
        'It is revoked, and another is issued that says the same of Aasha Rao.',
        'The letter that tells of it has not left, and is held back.',
        'One letter to asha@example.com has the new certificate, and says that the old one is withdrawn.',
        'Nothing was corrected.',
        '',
      ].join('\n'),
    )
    const done = await certificates(...words, '--yes')
    expect(done.code).toBe(0)
    const [, id = ''] = / and (\w+) is issued in its place/.exec(done.stdout) ?? []
    expect(await show(id)).toMatch(new RegExp(`^Corrects: +${asha}$`, 'm'))
    expect(await show(asha)).toMatch(new RegExp(`^Corrected: +${id}$`, 'm'))
    expect((await certificates('correct', ravi, '--name', '<b>', '--yes')).code).toBe(2)
  })
})
