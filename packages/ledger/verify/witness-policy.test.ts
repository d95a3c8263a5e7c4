import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkWitnesses } from '@naic/test/support/check-witnesses.ts'
import { issueCertificate } from '@naic/test/support/issue-certificate.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'

const now = new Date('2026-03-14T12:00:00Z')
const hoursAgo = (hours: number) => now.getTime() / 1000 - hours * 3600
const day = 24 * 60 * 60_000

let witnesses: TestWitness[] = []
beforeAll(async () => {
  const names = ['college.example/w', 'university.example/w', 'board.example/w']
  witnesses = await Promise.all(names.map((name) => TestWitness.start(name)))
})
afterAll(() => Promise.all(witnesses.map((witness) => witness.close())))

const { receiptFile } = await issueCertificate('https://naic.example')
const note = receiptFile.split('\n\n').slice(1).join('\n\n')

const twoOfThree = () => ({ vkeys: witnesses.map(({ vkey }) => vkey), needed: 2 })
const named = (all: readonly { name: string }[]) => all.map(({ name }) => name)

test('two of three are enough, in a receipt and in a checkpoint alike', async () => {
  const [college, , board] = witnesses
  const lines = [college?.cosign(note, hoursAgo(1)), board?.cosign(note, hoursAgo(30))].join('')
  for (const text of [receiptFile + lines, note + lines]) {
    const report = await checkWitnesses(text, twoOfThree(), { now })
    expect(named(report.signed)).toEqual(['college.example/w', 'board.example/w'])
    expect(report.signed[0]?.time).toEqual(new Date('2026-03-14T11:00:00Z'))
    expect(report.missing).toMatchObject([{ name: 'university.example/w', last: undefined }])
    expect(report.isEnough).toBe(true)
  }
})

test('who signed too long ago is missing, with the time', async () => {
  const [college, , board] = witnesses
  const lines = [college?.cosign(note, hoursAgo(1)), board?.cosign(note, hoursAgo(30))].join('')
  const report = await checkWitnesses(note + lines, twoOfThree(), { now, withinMs: day })
  expect(named(report.signed)).toEqual(['college.example/w'])
  expect(report.missing[1]).toMatchObject({ last: new Date('2026-03-13T06:00:00Z') })
  expect(report.isEnough).toBe(false)
})

test('a signature of another tree, of another key or from later is none', async () => {
  const [college] = witnesses
  const other = note.replace(/\n5\n/, '\n6\n')
  const stranger = await TestWitness.start('college.example/w')
  await stranger.close()
  const lines = [
    college?.cosign(other, hoursAgo(1)),
    stranger.cosign(note, hoursAgo(1)),
    college?.cosign(note, hoursAgo(-1)),
  ]
  for (const line of lines) {
    const report = await checkWitnesses(note + line, { ...twoOfThree(), needed: 1 }, { now })
    expect(report).toMatchObject({ signed: [], isEnough: false })
  }
})

test('one key under two names is one witness, and what is no key is missing', async () => {
  const [college] = witnesses
  const policy = { vkeys: [college?.vkey ?? '', college?.vkey ?? '', 'no key'], needed: 2 }
  const report = await checkWitnesses(note + college?.cosign(note, hoursAgo(1)), policy, { now })
  expect(report).toMatchObject({ missing: [{ name: 'no key' }], isEnough: false })
  expect((await checkWitnesses('', { ...policy, needed: 0 }, { now })).isEnough).toBe(false)
})
