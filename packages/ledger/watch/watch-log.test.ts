import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { noteHash } from '#format/log-entry.ts'
import { forgeSite, type ForgedSite } from '@naic/test/support/forged-site.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { order } from '@naic/test/support/start-registry.ts'
import { openWatcherDesk, type WatcherDesk } from '@naic/test/support/watcher-desk.ts'
import { issueCertificates } from '@naic/registry/issuing/issue-certificates.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'
import { restartLog } from '@naic/registry/restart-log.ts'
import { revokeKey, rotateKey } from '@naic/registry/change-keys.ts'

const settings = { SITE_URL: 'https://naic.example' }
let council: Api
let site: ForgedSite
let desk: WatcherDesk

const issueAt = ({ services }: Api, count = 1) =>
  issueCertificates(
    services.certificates.registry,
    Array.from({ length: count }, () => order()),
  )

beforeEach(async () => {
  council = await startApi(settings)
  site = await forgeSite(council.url)
  desk = await openWatcherDesk()
})
afterEach(async () => {
  await Promise.all([council.close(), site.close(), desk.close()])
})

/** A thief with a copy of the council's data folder: the same keys, the same log so far. */
async function startThief(): Promise<Api> {
  const thief = await startApi(settings)
  onTestFinished(() => thief.close())
  return thief
}

/** Entries as they are many, without certificates: a watcher sees no more of them. */
const addEntries = ({ services }: Api, count: number) =>
  services.certificates.registry.log.append(async (first, keys) => ({
    keys,
    entries: Array.from({ length: count }, (_, at) => ({
      v: 1 as const,
      t: 'issue' as const,
      h: String(first + at).padStart(64, '0'),
      at: '2026-03-14T00:00:00Z',
    })),
    rows: [],
  }))

const sizeIn = (text: string) => JSON.parse(text).log.size

/** Looks, and expects an alarm that leaves the state as it was. */
async function expectAlarm(sentence: string | RegExp, isWhole = false) {
  const before = await desk.read('state')
  const look = await desk.look(site.url, { isWhole })
  expect(look).toMatchObject({ state: 'fault', sentence: expect.stringMatching(sentence) })
  expect(await desk.read('state')).toBe(before)
  return JSON.parse(await desk.read('evidence'))
}

describe('an honest log', () => {
  test('is followed through issues, rotations and revocations of keys', async () => {
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', before: undefined })
    const { registry } = council.services.certificates
    await issueAt(council, 3)
    await rotateKey(registry, 'log')
    await rotateKey(registry, 'credentials')
    await issueAt(council)
    await revokeKey(registry, (await desk.read('state')).match(/log-\d+/)?.[0] ?? '', 20)
    await issueAt(council)
    const { size } = await registry.log.begunHead()
    const look = await desk.look(site.url)
    expect(look).toMatchObject({ state: 'whole', before: { size: 17 }, log: { size } })
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', before: { size } })
    expect(await desk.look(site.url, { isWhole: true })).toMatchObject({ state: 'whole' })
  })

  test('of many tiles is read once, and then only what is new', async () => {
    await addEntries(council, 600)
    await desk.look(site.url)
    await issueAt(council)
    site.asked.length = 0
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', log: { size: 622 } })
    const bundles = site.asked.filter((path) => path.includes('/entries/'))
    expect(bundles).toEqual(['/log/tile/entries/002.p/110'])
  })

  test('has a key that is known already, or is not taken for it', async () => {
    const { keys } = await (await fetch(`${site.url}/log/keys`)).json()
    const vkey: string = keys[1].vkey
    const other = vkey.replace('naic', 'nbic')
    expect(await desk.look(site.url, { originKey: other })).toMatchObject({ state: 'fault' })
    await expect(desk.read('state')).rejects.toThrow('ENOENT')
    expect(await desk.look(site.url, { originKey: vkey })).toMatchObject({ state: 'whole' })
  })

  test('may have entries of kinds that are not known', async () => {
    await desk.look(site.url)
    const { log } = council.services.certificates.registry
    await log.append(async (_first, keys) => ({
      keys,
      entries: [{ v: 3, t: 'news' } as never],
      rows: [],
    }))
    expect(await desk.look(site.url)).toMatchObject({
      state: 'whole',
      log: { size: 20, statusList: { h: expect.stringMatching(/^[0-9a-f]{64}$/), index: 19 } },
    })
  })
})

describe('a log that an older backup was restored of', () => {
  const reason = 'The disk failed on Sunday.'
  let restored: Api
  beforeEach(async () => {
    await issueAt(council, 3)
    await desk.look(site.url)
    restored = await startThief()
    site.upstream = restored.url
  })

  test('is followed under its new name if the council’s keys signed why, and told', async () => {
    const { registry } = restored.services.certificates
    const { statement } = await restartLog(registry, reason)
    await issueAt(restored)
    expect(await desk.look(site.url)).toMatchObject({
      state: 'whole',
      before: { size: 22 },
      restarts: [statement],
      log: { origin: statement.new.origin },
    })
    await rotateKey(registry, 'log')
    await rotateKey(registry, 'credentials')
    await issueAt(restored)
    const { size } = await registry.log.begunHead()
    for (const isWhole of [false, true]) {
      const look = await desk.look(site.url, { isWhole })
      expect(look).toMatchObject({ state: 'whole', restarts: [], log: { size } })
    }
    const elsewhere = await openWatcherDesk()
    expect(await elsewhere.look(site.url)).toMatchObject({ state: 'whole', log: { size } })
    await elsewhere.close()
  })

  test('raises the alarm without a right statement, whatever its name', async () => {
    await expectAlarm('it was put back')
    const { statement } = await restartLog(restored.services.certificates.registry, reason)
    for (const restarts of [[], [{ ...statement, reason: 'All is well.' }], [null, 7, {}]]) {
      site.forged.set('/log/restarts', JSON.stringify({ restarts }))
      await expectAlarm('no statement that the council.s keys signed says why')
    }
    site.forged.set('/log/restarts', 404)
    await expectAlarm('no statement')
  })

  test('raises the alarm where the keys that signed are not such as the watcher saw', async () => {
    const { registry } = restored.services.certificates
    await rotateKey(registry, 'credentials')
    await restartLog(registry, reason)
    await expectAlarm('no statement that the council.s keys signed says why')
  })
})

describe('an alarm is raised, with evidence, and the old state kept, for', () => {
  beforeEach(async () => {
    await issueAt(council)
    await desk.look(site.url)
  })

  test('a fork: two logs of the same size, or one that does not continue what was seen', async () => {
    const thief = await startThief()
    await issueAt(thief)
    site.upstream = thief.url
    const evidence = await expectAlarm('two different logs of 20 entries')
    expect(evidence).toMatchObject({
      known: { size: 20 },
      served: { size: 20, isSignedByAKeyItLists: true },
    })
    expect(evidence.known.note).not.toBe(evidence.served.note)
    await issueAt(thief)
    await expectAlarm('no longer what they were')
  })

  test('a list of what is revoked that the log does not name: an old one, or another', async () => {
    const old = await (await fetch(`${council.url}/log/status`)).text()
    const { registry } = council.services.certificates
    const issued = await issueAt(council)
    const [one] = issued.state === 'issued' ? issued.certificates : []
    await revokeCertificate(registry, one?.id ?? '', 'issued in error')
    site.forged.set('/log/status', old)
    const evidence = await expectAlarm('not the one that the log names last')
    expect(evidence.details.statusList).toEqual(JSON.parse(old).statusList)

    const { listed } = await (await fetch(`${council.url}/log/status`)).json()
    site.forged.set('/log/status', JSON.stringify({ ...JSON.parse(old), listed }))
    await expectAlarm('not the one that the log names last')
    site.forged.delete('/log/status')
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole' })
  })

  test('a log that was put back; what was found first is not written over', async () => {
    site.upstream = (await startThief()).url
    const evidence = await expectAlarm('had 20 entries, and has 17 now')
    expect(evidence.proof).toEqual({
      path: '/log/proof?from=20&to=17',
      answer: null,
      why: expect.anything(),
    })
    expect(await desk.look(site.url)).toMatchObject({ state: 'fault', isKept: false })
    expect(JSON.parse(await desk.read('evidence'))).toEqual(evidence)
  })

  test('an entry that was changed, a new one at once and an old one when all are read again', async () => {
    await addEntries(council, 300)
    const change = async (path: string) => {
      const bundle = Buffer.from(await (await fetch(council.url + path)).arrayBuffer())
      const at = bundle.lastIndexOf('"h":"') + 5
      bundle[at] = bundle[at] === 0x61 ? 0x62 : 0x61
      return bundle
    }
    const newest = '/log/tile/entries/001.p/66'
    site.forged.set(newest, await change(newest))
    await expectAlarm('do not hash into its root')
    site.forged.clear()
    await desk.look(site.url)
    site.forged.set('/log/tile/entries/000', await change('/log/tile/entries/000'))
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole' })
    await expectAlarm('do not hash into its root', true)
  })

  test('a key that is another now, or was put in', async () => {
    const answer = await (await fetch(`${council.url}/log/keys`)).json()
    const { keys } = answer
    const [first, second] = keys
    const swapped = { ...second, publicKeyMultibase: first.publicKeyMultibase }
    site.forged.set('/log/keys', JSON.stringify({ ...answer, keys: [first, swapped] }))
    await expectAlarm(`The key ${second.name} is not`)
    const added = { ...second, name: 'log-2031', from: 9 }
    site.forged.set('/log/keys', JSON.stringify({ ...answer, keys: [...keys, added] }))
    await expectAlarm('log-2031, which the log does not announce')
    const hidden = { ...second, revoked: '2026-01-01T00:00:00Z' }
    site.forged.set('/log/keys', JSON.stringify({ ...answer, keys: [first, hidden] }))
    await expectAlarm('what the log says')
  })

  test('a checkpoint that was taken out of the chain, though the rest is linked anew', async () => {
    for (let time = 0; time < 3; time += 1) await issueAt(council)
    const text = await (await fetch(`${council.url}/log/checkpoints`)).text()
    const [first, seen, taken, next, last] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const chainOf = (...links: object[]) =>
      links.map((link) => `${JSON.stringify(link)}\n`).join('')
    const linked = { ...next, previous: await noteHash(seen.note) }
    site.forged.set('/log/checkpoints*', chainOf(first, seen, linked, last))
    await expectAlarm(`names a checkpoint of ${taken.size} entries that is not there`)
    const after = { ...taken, previous: await noteHash(first.note) }
    site.forged.set('/log/checkpoints*', chainOf(first, after, next, last))
    await expectAlarm('of 20 entries is no longer in the chain')
    site.forged.set('/log/checkpoints*', chainOf(first, seen, next, last))
    await expectAlarm('is not chained')
  })

  test('entries that it does not give out, and a checkpoint that nobody of the log signed', async () => {
    await issueAt(council)
    site.forged.set('/log/tile/entries/*', 404)
    await expectAlarm('does not give out those from 0 on')
    site.forged.clear()
    const note = await (await fetch(`${council.url}/log/checkpoint`)).text()
    site.forged.set(
      '/log/checkpoint',
      note
        .replace(/ \S{8}/, ' AAAAAAAA')
        .replace(/\n— .*\n/, '\n— naic.example/log AAAAAAAAAAAAAAAA\n'),
    )
    await expectAlarm('not signed')
  })
})

describe('nothing is said of the log, and the old state kept, where', () => {
  let seen: string
  beforeEach(async () => {
    await desk.look(site.url)
    seen = await desk.read('state')
    await issueAt(council)
  })

  const expectUnseen = async (sentence: string, change = {}) => {
    expect(await desk.look(site.url, change)).toMatchObject({
      state: 'unseen',
      sentence: expect.stringContaining(sentence),
      lastLook: JSON.parse(seen).lookedAt,
    })
    expect(await desk.read('state')).toBe(seen)
    await expect(desk.read('evidence')).rejects.toThrow('ENOENT')
  }

  test('the site is away, broken, or leads elsewhere', async () => {
    site.forged.set('/log/keys', 503)
    await expectUnseen('answers with 503')
    site.forged.set('/log/keys', '<html>Please sign in</html>')
    await expectUnseen('what are no keys')
    site.forged.set('/log/keys', (response) =>
      response.writeHead(302, { Location: `${council.url}/log/keys` }).end(),
    )
    await expectUnseen('redirect')
    site.forged.set('/log/keys', (response) => response.destroy())
    await expectUnseen('cannot be read')
    site.forged.clear()
    site.forged.set('/log/tile/*', 'short')
    await expectUnseen('what are not 20 entries')
  })

  test('an answer never ends, or all of them together do not', async () => {
    site.forged.set('/log/checkpoint', (response) => void response.writeHead(200).write('naic'))
    await expectUnseen('too long', { patience: { answerMs: 300, lookMs: 20_000 } })
    site.forged.set('/log/checkpoints*', (response) => {
      setTimeout(() => response.writeHead(200).end(''), 400)
    })
    await expectUnseen('too long', { patience: { answerMs: 5_000, lookMs: 300 } })
  })

  test('an answer is a gigabyte, packed or not', async () => {
    let sent = 0
    const chunk = Buffer.alloc(1024 * 1024, 'a')
    site.forged.set('/log/checkpoint', (response) => {
      response.writeHead(200)
      const more = () => {
        while (sent < 1024 && !response.destroyed) {
          sent += 1
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    await expectUnseen('has more than 65536 bytes')
    expect(sent).toBeLessThan(100)
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    site.forged.set('/log/checkpoint', (response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed),
    )
    await expectUnseen('has more than 65536 bytes')
  })

  test('the log says that it has more entries than anybody could read', async () => {
    const note = await (await fetch(`${council.url}/log/checkpoint`)).text()
    site.forged.set('/log/checkpoint', note.replace('\n20\n', '\n9007199254740991\n'))
    // The chain does not lead there, which can be seen at once.
    expect(await desk.look(site.url)).toMatchObject({ state: 'fault' })
  })
})

describe('the state', () => {
  test('that is broken, or of another site, is refused and left as it is', async () => {
    await desk.look(site.url)
    const whole = await desk.read('state')
    const other = whole.replace(/"size": 17/, '"size": 18')
    for (const text of ['', '{', '{}', whole.slice(0, -40), other]) {
      await writeFile(desk.file('state'), text)
      expect(await desk.look(site.url)).toMatchObject({
        state: 'unseen',
        sentence: expect.stringContaining('is not whole'),
      })
      expect(await desk.read('state')).toBe(text)
    }
    await writeFile(desk.file('state'), whole)
    expect(await desk.look(council.url)).toMatchObject({
      state: 'unseen',
      sentence: expect.stringContaining('give each site its own'),
    })
  })

  test('is of one watcher at a time', async () => {
    await desk.look(site.url)
    await issueAt(council)
    const looks = await Promise.all([desk.look(site.url), desk.look(site.url)])
    expect(looks.map(({ state }) => state).sort()).toEqual(['unseen', 'whole'])
    expect(looks.find(({ state }) => state === 'unseen')).toMatchObject({
      sentence: expect.stringContaining('Another watcher is at work'),
    })
    expect(sizeIn(await desk.read('state'))).toBe(20)
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole' })
  })
})
