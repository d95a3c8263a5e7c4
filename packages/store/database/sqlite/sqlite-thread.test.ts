import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { Unavailable } from '#unavailable.ts'
import { SqliteThread } from './sqlite-thread.ts'

const folder = eachTest(newFolder)

test('threads that end refuse what they were asked, lose nothing that they did, and the next call starts another', async ({
  onTestFinished,
}) => {
  const threads: Worker[] = []
  const note = (worker: Worker) => void threads.push(worker)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const thread = new SqliteThread(folder.file('naic.sqlite'), 'write')
  const run = async (sql: string) => {
    await thread.ask('begin')
    const done = thread.ask('write', { sql, parameters: [] })
    await done
    await thread.ask('commit')
    return done
  }
  await run('CREATE TABLE kept (number INTEGER)')
  for (let round = 0; round < 3; round += 1) {
    await run(`INSERT INTO kept VALUES (${round})`)
    // Long enough to end in the middle of it.
    const asked = run(`INSERT INTO kept WITH RECURSIVE n (n) AS
      (SELECT 9 UNION ALL SELECT n + 1 FROM n WHERE n < 200000) SELECT n FROM n`)
    const refused = expect(asked).rejects.toBeInstanceOf(Unavailable)
    await threads.at(-1)?.terminate()
    await refused
  }
  const [{ rows } = { rows: [] }] = await run('SELECT number FROM kept WHERE number < 9')
  expect(rows).toEqual([{ number: 0 }, { number: 1 }, { number: 2 }])
  expect(threads).toHaveLength(4)
  await thread.close()
})
