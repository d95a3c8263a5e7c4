import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'

describe('what is kept of an application', () => {
  let beside: CouncilBesideServer
  beforeAll(async () => {
    beside = await startCouncilBesideServer()
  })
  afterAll(() => beside.close())

  const keep = (...words: string[]) => beside.council('applications', ...words)
  const shown = async (reference: string) =>
    JSON.parse((await keep('show', reference, '--json')).stdout)

  test('is kept by one command each, shown and found again', async () => {
    const { reference } = await beside.apply({ name: 'Asha Roa' })
    const typed = [
      ['tag', reference, 'Call Back'],
      ['assign', reference, 'Nandini Rao'],
      ['score', reference, '4'],
      ['received', reference, 'fee', '--reference', 'UTR 17'],
    ]
    for (const words of typed) expect(await keep(...words)).toMatchObject({ code: 0 })
    expect(await keep('score', reference, '4')).toMatchObject({
      code: 0,
      stderr: `${reference}  score: 4 already. Nothing was changed.\n`,
    })
    expect(await shown(reference)).toMatchObject({
      tags: 'call back',
      assignee: 'Nandini Rao',
      score: 4,
      fee_received_on: todayInIndia(),
      fee_reference: 'UTR 17',
      kept_changes: [{ fact: 'tags' }, { fact: 'assignee' }, { fact: 'score' }, { fact: 'fee' }],
    })
    const filters = ['--tag/call back', '--assignee/Nandini Rao', '--score/4+', '--missing/tasks']
    for (const filter of filters) {
      expect((await keep('list', ...filter.split('/'))).stdout).toContain(reference)
    }
  })

  test('a name is asked for, not typed behind the command, and the one that was sent stays', async () => {
    const { reference } = await beside.apply({ name: 'Asha Roa', domain: 'Web Development' })
    const words = ['applications', 'correct-name', reference, '--to', '-']
    const corrected = await beside.withInput('Asha Rao\n', ...words)
    expect(corrected).toMatchObject({ code: 0, stderr: `${reference}  name: Asha Rao.\n` })
    expect(await shown(reference)).toMatchObject({ name: 'Asha Rao', name_sent: 'Asha Roa' })
    expect((await keep('show', reference)).stdout).toMatch(/Name as sent: +Asha Roa\n/)
    expect((await beside.council('journal', '--json')).stdout).not.toMatch(/Roa|Rao/)
    expect(await keep('correct-name', reference, '--as-sent')).toMatchObject({
      code: 0,
      stderr: `${reference}  name: Asha Roa.\n`,
    })
  })
})
