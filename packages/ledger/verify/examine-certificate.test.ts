import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AnsweringSite } from '@naic/test/support/answering-site.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'
import {
  holder,
  type IssuedCertificate,
  issueCertificate,
} from '@naic/test/support/issue-certificate.ts'
import { type Examination, verifyById } from './examine-certificate.ts'
import { checkOf, logCheck } from './verdict.ts'

/** What a browser finds of what a register, honest or not, answers for an ID. */

const id = 'NAIC25TEST1'
let site: AnsweringSite
let issued: IssuedCertificate
beforeEach(async () => {
  site = new AnsweringSite()
  issued = await issueCertificate(site.url, id)
  site.publish(issued)
})

const verify = (asked = id) => verifyById(asked, site, new AbortController().signal)

/** @param answer of the register. */
function examine(answer: object = issued.answer, asked = id): Promise<Examination> {
  site.answerForId(answer)
  return site.examine(asked)
}

/** Verdict, then what the page lists: ID, signature, log. */
const told = (found: Examination) =>
  `${found.verdict} ${found.id} ${found.signature} ${logCheck(found)}`

const hidden = { facts: undefined, cosignatures: [] }

test('a right certificate passes every check, and the log that it was compared with is kept', async () => {
  const examination = await examine()
  expect(told(examination)).toBe('verified passed passed passed')
  expect(examination.facts?.holder).toBe(holder)
  expect(examination.comparison).toEqual({ state: 'compared', seen: undefined })
  expect(site.seen).toContain(String.raw`\n5\n`)
  expect(site.asked).toEqual([`/api/certificates/${id}`])
})

test('an answer that no check can read is none', async () => {
  site.answerForId({ ...issued.answer, revocation: { receipt: { toString: 1 } } })
  expect(await verify()).toEqual({ state: 'away' })
})

test('a stamp that fails speaks against it', async () => {
  const stamp = { receipt: issued.inclusion.receipt, ots: '' }
  expect(told(await examine({ ...issued.answer, stamp }))).toBe('doubtful passed passed failed')
})

describe('the council’s keys', () => {
  test('that do not have the one that signed leave it open', async () => {
    const text = JSON.stringify(issued.credential)
    const later = JSON.parse(text.replace('#key-2025', '#key-2031'))
    const examination = await examine({ ...issued.answer, credential: later })
    expect(examination).toMatchObject({ verdict: 'unchecked', ...hidden })
  })

  test('that were seen to be revoked stay so, whatever the site says later', async () => {
    const [key, ...others] = issued.keys
    const revoked = [
      { ...(key ?? expect.fail()), to: 2, revoked: '2026-01-01T00:00:00Z' },
      ...others,
    ]
    // In a list of one, it is read as the same text and is not equal to it.
    const listed = issued.keys.map((one) => ({
      ...one,
      publicKeyMultibase: [one.publicKeyMultibase],
    }))
    for (const keys of [revoked, issued.keys, [...listed, ...issued.keys]]) {
      const examined = await examine({ ...issued.answer, keys })
      expect(examined).toMatchObject({ verdict: 'void', ...hidden })
    }
    expect(site.seen).toContain('2026-01-01')
  })

  test('count as they are where something is listed that is none', async () => {
    const keys = [null, 1, ...issued.keys]
    expect((await examine({ ...issued.answer, keys })).verdict).toBe('verified')
  })

  test('of another council are not this one’s, however right its answer is in itself', async () => {
    const evil = await issueCertificate('https://evil.example', id, { holder: 'Mallory Forger' })
    expect(await examine(evil.answer)).toMatchObject({ verdict: 'forged', ...hidden })
  })
})

test('another certificate than the one asked for is called that, and is not shown', async () => {
  const examination = await examine(issued.answer, 'NAIC25OTHER')
  expect(told(examination)).toBe('other failed passed passed')
  expect(examination).toMatchObject(hidden)
})

test('a status list from before a revocation is found to be old when the log has it', async () => {
  const examination = await examine(await issued.answerWithOldList())
  expect(told(examination)).toBe('doubtful unknown passed passed')
  expect(examination.listed).toBe('failed')
})

describe('a revocation', () => {
  test('in the status list and the log comes with its day', async () => {
    const statusList = await issued.statusList({ revoked: true })
    const { revocation } = issued
    const examination = await examine({ ...issued.answer, statusList, revocation })
    const at = '2025-08-15T10:00:00Z'
    expect(examination).toMatchObject({ verdict: 'revoked', id: 'failed', revocation: { at } })
  })

  test('that came along and is not proven is not passed over', async () => {
    const { entry, receipt } = issued.revocation
    for (const revocation of [{ entry, receipt: receipt.replace('index 5', 'index 3') }, {}]) {
      expect((await examine({ ...issued.answer, revocation })).verdict).toBe('doubtful')
    }
  })
})

describe('the log, compared with what this browser saw before', () => {
  test('is asked for one proof if it grew, and for none if it is of the same size', async () => {
    await examine()
    await examine()
    expect(site.asked.filter((path) => path.startsWith('/log/proof'))).toEqual([])
    const { verdict, comparison } = await examine(await issued.answerAt(8))
    expect(site.asked.at(-1)).toBe('/log/proof?from=5&to=8')
    expect([verdict, comparison]).toEqual(['verified', { state: 'compared', seen: 5 }])
  })

  test.each([
    ['is smaller now', 8, false, { state: 'smaller', seen: 8, size: 5 }],
    ['has the same size and other entries', 5, true, { state: 'changed' }],
  ])('is doubted if it %s', async (_, before, forked, expected) => {
    await examine(await issued.answerAt(before))
    const examination = await examine(await issued.answerAt(5, { forked }))
    expect(told(examination)).toBe('doubtful passed passed failed')
    expect(examination.comparison).toMatchObject(expected)
  })

  test('is doubted ever after if it is larger and does not begin with what was seen', async () => {
    await examine()
    for (const size of [8, 9]) {
      const examination = await examine(await issued.answerAt(size, { forked: true }))
      expect(told(examination)).toBe('doubtful passed passed failed')
    }
    expect((await examine()).verdict).toBe('verified')
  })

  test('is open if it is another than a thief’s, whose key was revoked since', async () => {
    await examine(await issued.answerAt(9, { forked: true }))
    const examination = await examine(await issued.answerAfterTheft(4))
    expect(told(examination)).toBe('incomplete passed passed unknown')
    expect(examination.comparison).toEqual({ state: 'disowned' })
  })

  test('is not exchanged for an honest checkpoint that the answer brings besides its receipt', async () => {
    await examine()
    const honest = await issued.answerAt(8)
    const newest = honest.listed.receipt.split('\n\n').slice(1).join('\n\n')
    const { inclusion } = await issued.answerAt(5, { forked: true })
    const examination = await examine({ ...honest, inclusion, newest })
    expect(told(examination)).toBe('doubtful unknown passed failed')
  })

  test('is not green without the proof that it only grew', async () => {
    await examine()
    for (const answer of ['cut off', 503, {}, { proof: ['no base64'] }] as const) {
      site.answers['/log/proof'] = answer
      const examination = await examine(await issued.answerAt(8))
      expect(told(examination)).toBe('incomplete passed passed unknown')
      expect(checkOf(examination.comparison)).toBe('unknown')
    }
    site.answers['/log/proof'] = issued.consistency(4, 8)
    expect((await examine(await issued.answerAt(8))).verdict).toBe('doubtful')
  })

  test.each(['', '{"size":9}', 'x\n9\n\n— x y\n'])('is new if this keeps %j', async (seen) => {
    site.seen = seen
    const { verdict, comparison } = await examine()
    expect([verdict, comparison]).toEqual(['verified', { state: 'compared', seen: undefined }])
  })

  test('is kept only if it is larger than what another tab has kept in the meantime', async () => {
    await examine(await issued.answerAt(8))
    const { seen } = site
    site.seen = null
    site.readSeenLog = () => (site.asked.at(-1)?.startsWith('/api') ? seen : null)
    site.asked.push('')
    expect((await examine()).verdict).toBe('verified')
    expect(site.seen).toBeNull()
  })
})

describe('witnesses that the log must have', () => {
  const hour = 3600
  const names = ['college.example', 'university.example', 'board.example']
  let witnesses: TestWitness[] = []
  beforeAll(async () => {
    witnesses = await Promise.all(names.map((name) => TestWitness.start(name)))
  })
  afterAll(() => Promise.all(witnesses.map((witness) => witness.close())))
  beforeEach(() => (site.policies = [{ vkeys: witnesses.map(({ vkey }) => vkey), needed: 2 }]))

  const noteOf = (receipt: string) => receipt.split('\n\n').slice(1).join('\n\n')

  /** What a witness saw of a log, some hours ago. */
  function seen(at: number, { inclusion }: { inclusion: { receipt: string } }, hoursAgo = 1) {
    const witness = witnesses[at] ?? expect.fail()
    const seconds = Math.floor(Date.now() / 1000) - hoursAgo * hour
    const { receipt } = inclusion
    return { vkey: witness.vkey, receipt: receipt + witness.cosign(noteOf(receipt), seconds) }
  }
  const missing = ({ witnesses: found }: Examination) => found?.missing.map(({ name }) => name)

  test('and of whom enough signed it within a day, leave it green and name the others', async () => {
    const { answer } = issued
    const examination = await examine({ ...answer, seen: [seen(0, answer), seen(2, answer)] })
    expect(told(examination)).toBe('verified passed passed passed')
    expect(missing(examination)).toEqual(['university.example'])
    expect(site.asked).toEqual([`/api/certificates/${id}`])
  })

  test('and that signed a smaller tree count if the log proves that it only grew', async () => {
    const later = await issued.answerAt(8)
    const both = [seen(0, issued.answer), seen(1, issued.answer)]
    expect((await examine({ ...later, seen: both })).verdict).toBe('verified')
    expect(site.asked).toContain('/log/proof?from=5&to=8')
    site.answers['/log/proof'] = 503
    site.seen = null
    expect((await examine({ ...later, seen: both })).verdict).toBe('incomplete')
  })

  test.each([
    ['nobody signed', () => []],
    ['the answer says nothing of', () => undefined],
    ['too few signed', () => [seen(0, issued.answer)]],
    ['signed too long ago', () => [seen(0, issued.answer), seen(1, issued.answer, 25)]],
    ['one signed twice', () => [seen(0, issued.answer), seen(0, issued.answer)]],
  ])('and that %s leave it open, in a browser that was never here', async (_name, by) => {
    const examination = await examine({ ...issued.answer, seen: await by() })
    expect(told(examination)).toBe('incomplete passed passed unknown')
    expect(missing(examination)).toContain('university.example')
  })

  test('and that signed the right log leave a fork of it open', async () => {
    const honest = await issued.answerAt(8)
    const forked = await issued.answerAt(9, { forked: true })
    const examination = await examine({ ...forked, seen: [seen(0, honest), seen(1, honest)] })
    expect(told(examination)).toBe('incomplete passed passed unknown')
    expect(missing(examination)).toEqual(names)
  })

  test('and whose key has two names are one', async () => {
    const [vkey = ''] = site.policies[0]?.vkeys ?? []
    site.policies = [{ vkeys: [vkey, vkey], needed: 2 }]
    const examination = await examine({ ...issued.answer, seen: [seen(0, issued.answer)] })
    expect(examination).toMatchObject({ verdict: 'incomplete', witnesses: { missing: [] } })
  })

  test('leave it open if nobody knows who they are', async () => {
    site.readPolicies = () => Promise.reject(new Error('Not loaded.'))
    const { answer } = issued
    const examination = await examine({ ...answer, seen: [seen(0, answer), seen(1, answer)] })
    expect(told(examination)).toBe('incomplete passed passed unknown')
    expect(examination.comparison).toEqual({ state: 'away' })
  })

  test('of two policies must meet both', async () => {
    const [college] = site.policies[0]?.vkeys ?? []
    site.policies.unshift({ vkeys: [college ?? ''], needed: 1 })
    const examination = await examine({ ...issued.answer, seen: [seen(0, issued.answer)] })
    expect(told(examination)).toBe('incomplete passed passed unknown')
    expect(missing(examination)).toEqual(['university.example', 'board.example'])
  })

  test('are read out of a file without a network, whenever they signed', async () => {
    const line = witnesses[1]?.cosign(noteOf(issued.receiptFile), 1_770_000_000)
    const files = [JSON.stringify(issued.credential), issued.receiptFile + line]
    const examination = await site.examineFilesOffline(files)
    expect(examination.verdict).toBe('incomplete')
    expect(examination.cosignatures).toMatchObject([
      { name: 'university.example', time: new Date(1_770_000_000_000) },
    ])
    expect(missing(examination)).toEqual(['college.example', 'board.example'])
  })

  test('are asked for by themselves if the record was erased', async () => {
    site.publish(issued, 410)
    const files = [JSON.stringify(issued.credential), issued.receiptFile]
    expect((await site.examineFiles(files)).verdict).toBe('incomplete')
    const signed = [0, 1].map((at) => {
      const { vkey, receipt } = seen(at, issued.answer)
      return { vkey, note: noteOf(receipt) }
    })
    site.answers['/log/witnesses'] = { witnesses: signed }
    expect((await site.examineFiles(files)).verdict).toBe('erased')
  })
})

test('a register that could not be asked is not a missing certificate', async () => {
  for (const [answer, expected] of [
    [404, { state: 'unknown', didYouMean: [] }],
    [410, { state: 'erased' }],
    [429, { state: 'busy', waitSeconds: 60 }],
    [503, { state: 'failed', reference: '7K3F9QXM2P' }],
    ['cut off', { state: 'away' }],
    [{}, { state: 'away' }],
    [{ credential: null, did: {} }, { state: 'away' }],
  ] as const) {
    site.answerForId(answer)
    expect(await verify()).toMatchObject(expected)
  }
  // Something in between answers.
  for (const body of ['<h1>Please log in</h1>', '{"detail":"","detail":""}']) {
    site.fetch = async () => new Response(body, { status: 404 })
    expect(await verify()).toMatchObject({ state: 'away' })
  }
  site.online = false
  site.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await verify()).toEqual({ state: 'offline' })
})

test('of what the register may have meant one ID is told, and about an empty one nobody is asked', async () => {
  const didYouMean = ['\u001b[2J', ...Array(9).fill(id)]
  const { fetch } = site
  site.fetch = async () => Response.json({ detail: '', didYouMean }, { status: 404 })
  expect(await verify()).toEqual({ state: 'unknown', didYouMean: [id] })
  site.fetch = fetch
  site.asked.length = 0
  expect(await verify('')).toEqual({ state: 'unknown', didYouMean: [] })
  expect(site.asked).toEqual([])
})
