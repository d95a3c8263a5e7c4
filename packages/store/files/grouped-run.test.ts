import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { GroupedRun } from './durable-file.ts'

/** Runs that end when they are told to, and what was promised to those who asked. */
function noted() {
  const runs: PromiseWithResolvers<void>[] = []
  const promised: string[] = []
  const grouped = new GroupedRun(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  const ask = (name: string) =>
    grouped.afterNow().then(
      () => promised.push(name),
      () => promised.push(`${name} is refused`),
    )
  return { runs, promised, ask }
}

test('who asks during a run waits for the next one, which is one for all of them', async () => {
  const { runs, promised, ask } = noted()
  void ask('first')
  await turn()
  for (const name of ['second', 'third']) void ask(name)
  await turn()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await turn()
  expect([runs.length, promised]).toEqual([2, ['first']])
  runs[1]?.resolve()
  await turn()
  expect([runs.length, promised]).toEqual([2, ['first', 'second', 'third']])
})

test('a run that fails refuses all who waited for it, and not those who came meanwhile', async () => {
  const { runs, promised, ask } = noted()
  for (const name of ['first', 'second']) void ask(name)
  await turn()
  void ask('third')
  runs[0]?.reject(new Error('The disk is full.'))
  await turn()
  runs[1]?.resolve()
  await turn()
  expect(promised).toEqual(['first is refused', 'second is refused', 'third'])
})
