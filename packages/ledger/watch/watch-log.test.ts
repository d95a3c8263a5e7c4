import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { type LogEntry, noteHash } from '#format/log-entry.ts'
import { forgeSite } from '@naic/test/support/forged-site.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { appendEntries, issueAt } from '@naic/test/support/start-registry.ts'
import { openWatcherDesk } from '@naic/test/support/watcher-desk.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { revokeCertificate } from '@naic/registry/issuing/revoke-certificate.ts'
import { restartLog } from '@naic/registry/restart-log.ts'
import { revokeKey, rotateKey } from '@naic/registry/change-keys.ts'

const settings = { SITE_URL: 'https://naic.example' }

const registryOf = ({ services }: Api) => services.certificates.registry

const issue = (api: Api, count = 1) =>
  issueAt(registryOf(api), ...Array.from({ length: count }, () => ({})))

const council = eachTest(() => startApi(settings))
const site = eachTest(() => forgeSite(council.url))
const desk = eachTest(() => openWatcherDesk())

/** A thief with a copy of the council's data folder: the same keys, the same log so far. */
async function startThief(): Promise<Api> {
  const thief = await startApi(settings)
  onTestFinished(() => thief.close())
  return thief
}

/** Entries without certificates: a watcher sees no more of them. */
const addEntries = (entries: LogEntry[]) => appendEntries(registryOf(council).log, entries)
const manyEntries = (count: number) =>
  Array.from({ length: count }, (_, at): LogEntry => {
    return { v: 1, t: 'issue', h: String(at).padStart(64, '0'), at: '2026-03-14T00:00:00Z' }
  })

const served = async (path: string) => (await fetch(council.url + path)).text()

/** Looks, and expects an alarm that leaves the state as it was. */
async function expectAlarm(sentence: string | RegExp, isWhole = false) {
  const before = await desk.read('state')
  const look = await desk.look(site.url, { isWhole })
  expect(look).toMatchObject({ state: 'fault', sentence: expect.stringMatching(sentence) })
  expect(await desk.read('state')).toBe(before)
  return JSON.parse(await desk.read('state.evidence'))
}

describe('an honest log', () => {
  test('is followed through issues, rotations and revocations of keys', async () => {
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', before: undefined })
    const registry = registryOf(council)
    await issue(council, 3)
    await rotateKey(registry, 'log', 'meera')
    await rotateKey(registry, 'credentials', 'meera')
    await issue(council)
    await revokeKey(registry, (await desk.read('state')).match(/log-\d+/)?.[0] ?? '', 'meera', 20)
    await issue(council)
    const { size } = await registry.log.head()
    const look = await desk.look(site.url)
    expect(look).toMatchObject({ state: 'whole', before: { size: 17 }, log: { size } })
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', before: { size } })
    expect(await desk.look(site.url, { isWhole: true })).toMatchObject({ state: 'whole' })
  })

  test('of many tiles is read once, and then only what is new', async () => {
    await addEntries(manyEntries(600))
    await desk.look(site.url)
    await issue(council)
    site.asked.length = 0
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', log: { size: 622 } })
    const bundles = site.asked.filter((path) => path.includes('/entries/'))
    expect(bundles).toEqual(['/log/tile/entries/002.p/110'])
  })

  test('has a key that is known already, or is not taken for it', async () => {
    const { keys } = JSON.parse(await served('/log/keys'))
    const { vkey } = keys[1]
    const originKey = vkey.replace('naic', 'nbic')
    const sentence = 'The log never had the key that you know it by.'
    expect(await desk.look(site.url, { originKey })).toMatchObject({ state: 'fault', sentence })
    await expect(desk.read('state')).rejects.toThrow('ENOENT')
    expect(await desk.look(site.url, { originKey: vkey })).toMatchObject({ state: 'whole' })
  })

  test('may have entries of kinds that are not known', async () => {
    await desk.look(site.url)
    await addEntries([{ v: 3, t: 'news' } as never])
    const log = { size: 20 }
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', log })
  })
})

describe('a log that an older backup was restored of', () => {
  const reason = 'The disk failed on Sunday.'
  let restored: Api
  beforeEach(async () => {
    await issue(council, 3)
    await desk.look(site.url)
    restored = await startThief()
    site.upstream = restored.url
  })

  test('is followed under its new name if the council’s keys signed why, and told', async () => {
    const registry = registryOf(restored)
    const { statement } = await restartLog(registry, reason, 'meera')
    await issue(restored)
    const [before, log] = [{ size: 22 }, { origin: statement.new.origin }]
    const told = { state: 'whole', before, restarts: [statement], log }
    expect(await desk.look(site.url)).toMatchObject(told)
    await rotateKey(registry, 'log', 'meera')
    await rotateKey(registry, 'credentials', 'meera')
    await issue(restored)
    const { size } = await registry.log.head()
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
    const { statement } = await restartLog(registryOf(restored), reason, 'meera')
    const changed = JSON.stringify({ restarts: [{ ...statement, reason: 'All is well.' }] })
    for (const answer of ['{"restarts":[]}', changed, '{"restarts":[null,7,{}]}', 404]) {
      site.forged.set('/log/restarts', answer)
      await expectAlarm('no statement that the council.s keys signed says why')
    }
  })

  test('raises the alarm where the keys that signed are not such as the watcher saw', async () => {
    await rotateKey(registryOf(restored), 'credentials', 'meera')
    await restartLog(registryOf(restored), reason, 'meera')
    await expectAlarm('no statement that the council.s keys signed says why')
  })
})

describe('an alarm is raised, with evidence, and the old state kept, for', () => {
  beforeEach(async () => {
    await issue(council)
    await desk.look(site.url)
  })

  test('a fork: two logs of the same size, or one that does not continue what was seen', async () => {
    const thief = await startThief()
    await issue(thief)
    site.upstream = thief.url
    const evidence = await expectAlarm('two different logs of 20 entries')
    expect(evidence).toMatchObject({ known: { size: 20 }, served: { size: 20 } })
    expect(evidence.known.note).not.toBe(evidence.served.note)
    await issue(thief)
    await expectAlarm('of 20 entries is no longer in the chain, or is another one')
  })

  test('a list of what is revoked that the log does not name: an old one, or another', async () => {
    const old = await served('/log/status')
    const [one = ''] = await issue(council)
    await revokeCertificate(registryOf(council), one, 'issued in error', 'meera')
    site.forged.set('/log/status', old)
    const evidence = await expectAlarm('not the one that the log names last')
    expect(evidence.details.statusList).toEqual(JSON.parse(old).statusList)

    const { listed } = JSON.parse(await served('/log/status'))
    site.forged.set('/log/status', JSON.stringify({ ...JSON.parse(old), listed }))
    await expectAlarm('not the one that the log names last')
  })

  test('a log that was put back; what was found first is not written over', async () => {
    site.upstream = (await startThief()).url
    const evidence = await expectAlarm('had 20 entries, and has 17 now')
    expect(evidence).toMatchObject({ known: { size: 20 }, served: { size: 17 } })
    expect(await desk.look(site.url)).toMatchObject({ state: 'fault', isKept: false })
    expect(JSON.parse(await desk.read('state.evidence'))).toEqual(evidence)
  })

  test('an entry that was changed, a new one at once and an old one when all are read again', async () => {
    await addEntries(manyEntries(300))
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
    const { keys, ...answer } = JSON.parse(await served('/log/keys'))
    const [first, second] = keys
    const swapped = { ...first, publicKeyMultibase: second.publicKeyMultibase }
    const added = { ...second, name: 'log-2031', from: 9 }
    const hidden = { ...second, revoked: '2026-01-01T00:00:00Z' }
    for (const [forged, sentence] of [
      [[swapped, second], `not list the key ${first.name} as the log announces`],
      [[...keys, added], 'more keys than the log announces'],
      [[...keys, { ...added, from: first.from }], 'more keys than the log announces'],
      [[first, hidden], `not list the key ${second.name} as the log announces`],
    ] as const) {
      site.forged.set('/log/keys', JSON.stringify({ ...answer, keys: forged }))
      await expectAlarm(sentence)
    }
    // A revocation brings a new key.
    await revokeKey(registryOf(council), first.name, 'meera', 5)
    site.forged.set('/log/keys', JSON.stringify({ ...answer, keys }))
    await expectAlarm('announces a key with entry 22 that the site does not list')
  })

  test('a checkpoint that was taken out of the chain, though the rest is linked anew', async () => {
    for (let time = 0; time < 3; time += 1) await issue(council)
    const chain = (await served('/log/checkpoints')).trim().split('\n')
    const [first, seen, taken, next, last] = chain.map((link) => JSON.parse(link))
    const linked = { ...next, previous: await noteHash(seen.note) }
    const after = { ...taken, previous: await noteHash(first.note) }
    for (const [links, sentence] of [
      [[first, seen, linked, last], `a checkpoint of ${taken.size} entries that is not there`],
      [[first, after, next, last], 'of 20 entries is no longer in the chain'],
      [[first, seen, next, last], 'is not chained'],
    ] as const) {
      const forged = links.map((link) => `${JSON.stringify(link)}\n`).join('')
      site.forged.set('/log/checkpoints*', forged)
      await expectAlarm(sentence)
    }
  })

  test('entries that it does not give out, and a checkpoint that nobody of the log signed', async () => {
    await issue(council)
    site.forged.set('/log/tile/entries/*', 404)
    await expectAlarm('does not give out those from 0 on')
    site.forged.clear()
    const note = await served('/log/checkpoint')
    const unsigned = note.replace(/\n— .*\n/, '\n— naic.example/log AAAAAAAAAAAAAAAA\n')
    site.forged.set('/log/checkpoint', unsigned)
    await expectAlarm('not signed')
    // Nobody could read so many.
    site.asked.length = 0
    site.forged.set('/log/checkpoint', note.replace('\n23\n', '\n9007199254740991\n'))
    await expectAlarm('not signed')
    expect(site.asked.filter((path) => /entries|checkpoints/.test(path))).toEqual([])
  })
})

describe('nothing is said of the log, and the old state kept, where', () => {
  let seen: string
  beforeEach(async () => {
    await desk.look(site.url)
    seen = await desk.read('state')
    await issue(council)
  })

  const expectUnseen = async (sentence: string, change = {}) => {
    const said = {
      sentence: expect.stringContaining(sentence),
      lastLook: JSON.parse(seen).lookedAt,
    }
    expect(await desk.look(site.url, change)).toMatchObject({ state: 'unseen', ...said })
    expect(await desk.read('state')).toBe(seen)
    await expect(desk.read('state.evidence')).rejects.toThrow('ENOENT')
  }

  test('the site is away, broken, or leads elsewhere', async () => {
    const Location = `${council.url}/log/keys`
    for (const [answer, sentence] of [
      [503, 'answers with 503'],
      ['<html>Please sign in</html>', 'what are no keys'],
      [(response: ServerResponse) => response.writeHead(302, { Location }).end(), 'redirect'],
      [(response: ServerResponse) => response.destroy(), 'cannot be read'],
    ] as const) {
      site.forged.set('/log/keys', answer)
      await expectUnseen(sentence)
    }
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
    function* gigabyte() {
      for (; sent < 1024; sent += 1) yield chunk
    }
    site.forged.set('/log/checkpoint', (response) =>
      Readable.from(gigabyte()).pipe(response.writeHead(200)),
    )
    await expectUnseen('has more than 8388608 bytes')
    expect(sent).toBeLessThan(100)
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    site.forged.set('/log/checkpoint', (response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed),
    )
    await expectUnseen('has more than 8388608 bytes')
  })
})

describe('the state', () => {
  test('that is broken, or of another site, is refused and left as it is', async () => {
    await desk.look(site.url)
    const whole = await desk.read('state')
    const other = whole.replace(/"size": 17/, '"size": 18')
    const remembers = whole.replace(/"v": 1/, '"v": 1, "seen": 7')
    for (const text of ['', '{}', whole.slice(0, -40), other, remembers]) {
      await writeFile(desk.file('state'), text)
      const sentence = expect.stringContaining('is not whole')
      expect(await desk.look(site.url)).toMatchObject({ state: 'unseen', sentence })
      expect(await desk.read('state')).toBe(text)
    }
    await writeFile(desk.file('state'), whole)
    const sentence = expect.stringContaining('give each site its own')
    expect(await desk.look(council.url)).toMatchObject({ state: 'unseen', sentence })
  })

  test('is of one watcher at a time', async () => {
    await desk.look(site.url)
    await issue(council)
    const looks = await Promise.all([desk.look(site.url), desk.look(site.url)])
    const sentence = expect.stringContaining('Another watcher is at work')
    expect(looks).toContainEqual(expect.objectContaining({ state: 'unseen', sentence }))
    expect(looks).toContainEqual(expect.objectContaining({ state: 'whole' }))
    expect(await desk.look(site.url)).toMatchObject({ state: 'whole', before: { size: 20 } })
  })
})
