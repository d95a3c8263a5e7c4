import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  enginesBesides,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { changeStatus, planStatusChange } from '@naic/admissions/applications/set-status.ts'

describe.each(enginesBesides)('on $name', ({ name }) => {
  let beside: CouncilBesideServer
  beforeEach(async () => {
    beside = await startCouncilBesideServer({ LETTER_DELAY_SECONDS: '3600' }, name)
  })
  afterEach(() => beside.close())

  const council = (...words: string[]) => beside.council('applications', ...words)
  const subjects = async () => (await beside.api.letters()).map(({ subject }) => subject)

  test('a decision says how long its letter waits, and is taken back until then', async () => {
    const { reference } = await beside.apply()
    const words = [reference, 'accepted', '--message', 'Welcome.', '--note', 'From the fair']
    const { stderr } = await council('set-status', ...words, '--yes')
    expect(stderr).toContain(
      `${reference} is accepted. The letter goes out in 3600 seconds.\nUntil then you can take it back: npm run --silent council -- applications take-back ${reference}\n`,
    )
    expect(await council('take-back', reference)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `${reference} is received again: accepted is taken back, and no letter of it goes out.\n`,
    })
    const rows = await beside.allRows()
    expect(rows).not.toMatch(/Welcome|From the fair|is accepted/)
    expect(rows).toContain('"applications take-back"')
    const again = await council('take-back', reference)
    expect(again).toMatchObject({ code: 1 })
    expect(again.stderr).toBe(
      `Nothing was changed of ${reference}: it has no change that could be taken back.\n`,
    )
    await beside.sendLetters()
    expect(await subjects()).toHaveLength(2)
  })

  test('a note alone is taken back as well', async () => {
    const { reference } = await beside.apply()
    await council('set-status', reference, '--note', 'Sends her marks on Monday')
    expect((await council('take-back', reference)).stderr).toBe(
      `The note on ${reference} is taken back.\n`,
    )
    expect(await beside.allRows()).not.toContain('Monday')
    expect((await council('take-back', 'NAIC-ZZZZ-ZZZZ')).code).toBe(1)
  })
})

test('what a colleague has decided since is taken back only by its number', async () => {
  const beside = await startCouncilBesideServer({ LETTER_DELAY_SECONDS: '3600' })
  const { id, reference } = await beside.apply()
  await beside.council('applications', 'set-status', reference, 'accepted', '--yes')
  const { database, outbox } = beside.api.services
  const theirs = { database, outbox, letterDelaySeconds: 3600 }
  const asked = { asked: id, to: 'declined', withLetter: true } as const
  const planned = await planStatusChange(theirs, asked)
  if (planned.state !== 'planned') throw new Error(planned.state)
  await changeStatus(theirs, planned.plan, { note: undefined, who: 'kabir' })
  const takeBack = (...words: string[]) => beside.council('applications', 'take-back', ...words)
  expect(await takeBack(reference)).toMatchObject({
    code: 1,
    stderr: `Nothing was changed of ${reference}: its newest change is of kabir: declined. If you mean that one, add --change 2.\n`,
  })
  expect((await takeBack(reference, '--change', '1')).stderr).toContain(
    'its change 1 was taken back before, or another has come since',
  )
  expect((await takeBack(reference, reference, '--change', '2')).stderr).toContain(
    '--change is for one application',
  )
  expect((await takeBack(reference, '--change', '2')).stderr).toContain(
    `${reference} is accepted again: declined is taken back`,
  )
  await beside.close()
})

test('what was decided longer ago than LETTER_DELAY_SECONDS stands', async () => {
  const beside = await startCouncilBesideServer()
  const { reference } = await beside.apply()
  await beside.council('applications', 'set-status', reference, 'accepted', '--yes')
  const { code, stderr } = await beside.council('applications', 'take-back', reference)
  expect(stderr).toBe(
    `Nothing was changed of ${reference}: it is longer ago than 0 seconds, or its letter is on its way.\n`,
  )
  expect(code).toBe(1)
  await beside.close()
})
