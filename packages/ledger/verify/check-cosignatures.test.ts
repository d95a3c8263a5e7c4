import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkWitnesses } from '@naic/test/support/check-witnesses.ts'
import { issueCertificate } from '@naic/test/support/issue-certificate.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'

const now = new Date('2026-03-14T12:00:00Z')
const hoursAgo = (hours: number) => now.getTime() / 1000 - hours * 3600

let witnesses: TestWitness[] = []
beforeAll(async () => {
  const names = ['college.example/w', 'university.example/w', 'board.example/w']
  witnesses = await Promise.all(names.map((name) => TestWitness.start(name)))
})
afterAll(() => Promise.all(witnesses.map((witness) => witness.close())))

const { receiptFile } = await issueCertificate('https://naic.example')
const note = receiptFile.split('\n\n').slice(1).join('\n\n')

const twoOfThree = () => ({ vkeys: witnesses.map(({ vkey }) => vkey), needed: 2 })

test('two of three are enough, in a receipt and in a checkpoint, but not if one signed too long ago', async () => {
  const [college, university, board] = witnesses
  const lines = [college?.cosign(note, hoursAgo(1)), board?.cosign(note, hoursAgo(30))].join('')
  const missing = { name: 'university.example/w', vkey: university?.vkey, last: undefined }
  for (const text of [receiptFile + lines, note + lines]) {
    const report = await checkWitnesses(text, twoOfThree(), { now })
    expect(report).toMatchObject({
      signed: [
        { name: 'college.example/w', time: new Date('2026-03-14T11:00:00Z') },
        { name: 'board.example/w' },
      ],
      missing: [missing],
      isEnough: true,
    })
  }
  const today = await checkWitnesses(note + lines, twoOfThree(), { now, withinMs: 24 * 3_600_000 })
  const late = { name: 'board.example/w', last: new Date('2026-03-13T06:00:00Z') }
  expect(today).toMatchObject({ missing: [missing, late], isEnough: false })
})

test('a signature from later is none', async () => {
  const [college] = witnesses
  const later = note + college?.cosign(note, hoursAgo(-1))
  const report = await checkWitnesses(later, { ...twoOfThree(), needed: 1 }, { now })
  expect(report).toMatchObject({ signed: [], isEnough: false })
})

test('one key under two names is one witness, and what is no key is missing', async () => {
  const [college] = witnesses
  const policy = { vkeys: [college?.vkey ?? '', college?.vkey ?? '', 'no key'], needed: 2 }
  const report = await checkWitnesses(note + college?.cosign(note, hoursAgo(1)), policy, { now })
  expect(report).toMatchObject({ missing: [{ name: 'no key' }], isEnough: false })
  expect((await checkWitnesses('', { ...policy, needed: 0 }, { now })).isEnough).toBe(false)
})
